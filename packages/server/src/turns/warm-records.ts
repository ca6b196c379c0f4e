import type { LogRecord } from '@bowline/log';

/** The latest consecutive records of a session, and their approximate size. */
export interface KeptRecords {
  readonly records: readonly LogRecord[];
  readonly bytes: number;
}

/** The latest records of sessions that were recently open here, so that their next turn need not read them again. */
export interface WarmRecords {
  /** Removes and returns the records of a session. */
  readonly take: (sessionId: string) => KeptRecords | undefined;
  readonly keep: (sessionId: string, kept: KeptRecords) => void;
}

const usual = { bytes: 32 * 1024 * 1024, ms: 60_000, now: Date.now };

/** Keeps little and only briefly, since an idle session should be nothing but rows in the database. */
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
  // The oldest come first, since keeping a session again moves it to the end.
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
