import type { LogRecord } from '@bowline/log';

/** The last records of a session, one after the other, and about how much room they take. */
export interface KeptRecords {
  readonly records: readonly LogRecord[];
  readonly bytes: number;
}

/** What sessions that were open here lately have said last, so that their next turn need not read it again. */
export interface WarmRecords {
  /** What is kept of a session; it is kept no longer. */
  readonly take: (sessionId: string) => KeptRecords | undefined;
  readonly keep: (sessionId: string, kept: KeptRecords) => void;
}

const usual = { bytes: 32 * 1024 * 1024, ms: 60_000, now: Date.now };

/** Keeps little and not for long: a session that rests is rows in the database and nothing else. */
export function createWarmRecords(limits: Partial<typeof usual> = {}): WarmRecords {
  const { bytes: most, ms, now } = { ...usual, ...limits };
  const known = new Map<string, KeptRecords & { readonly until: number }>();
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  const take = (sessionId: string): KeptRecords | undefined => {
    const found = known.get(sessionId);
    if (found === undefined) return undefined;
    known.delete(sessionId);
    bytes -= found.bytes;
    return found;
  };
  // The oldest come first, as each is put at the end when it is kept again.
  const prune = (): void => {
    for (const [sessionId, { until }] of known) {
      if (bytes <= most && until > now()) break;
      take(sessionId);
    }
    if (known.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  return {
    take,
    keep: (sessionId, kept) => {
      take(sessionId);
      known.set(sessionId, { ...kept, until: now() + ms });
      bytes += kept.bytes;
      timer ??= setInterval(prune, ms / 4).unref();
      prune();
    },
  };
}
