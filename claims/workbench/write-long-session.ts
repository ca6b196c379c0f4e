import { openStore, type LogRecord, type NewRecord } from '@bowline/log';
import { owner } from '@bowline/testkit';

/** Which session to lengthen, and how far. */
export interface LongSession {
  readonly root: string;
  /** A session written by the product, whose only turn has at least two steps with one call each. */
  readonly model: string;
  readonly sessionId: string;
  readonly records: number;
}

/** Writes a session like the given one, with its first step repeated until it has that many records. */
export async function writeLongSession({ root, model, sessionId, records }: LongSession): Promise<void> {
  const store = openStore({ root });
  const reader = await store.openReader(model);
  const all: LogRecord[] = [];
  for await (const record of reader.read()) all.push(record);
  await reader.close();
  const { head, step, tail } = takeApart(all);
  const log = await store.open(sessionId, { owner, create: true });
  await log.append(head.map((record) => toNew(record, [[model, sessionId]])));
  for (let n = 0; log.head.seq + tail.length < records;) {
    const steps: NewRecord[] = [];
    for (const end = n + 50; n < end; n += 1) steps.push(...step.map((record) => toNew(record, freshIds(step, n))));
    await log.append(steps.slice(0, Math.ceil((records - log.head.seq - tail.length) / step.length) * step.length));
  }
  await log.append(tail.map((record) => toNew(record, [])));
  await log.close();
  await store.close();
}

function takeApart(all: readonly LogRecord[]): Record<'head' | 'step' | 'tail', readonly LogRecord[]> {
  const answers = all.flatMap(({ type }, n) => (type === 'model_answered' ? [n] : []));
  const [first, second, last] = [answers[0], answers[1], answers.at(-1)];
  if (first === undefined || second === undefined || last === undefined || last === second) {
    throw new Error(`the session to lengthen has ${answers.length} answers, too few to take a step from`);
  }
  return { head: all.slice(0, first), step: all.slice(first, second), tail: all.slice(last) };
}

/** Every id in the step, and its replacement in the nth copy. */
function freshIds(step: readonly LogRecord[], n: number): readonly (readonly [string, string])[] {
  const ids = new Set<string>();
  for (const { body } of step) {
    for (const key of ['callId', 'messageId', 'key'] as const) {
      const id = (body as Partial<Record<typeof key, unknown>>)[key];
      if (typeof id === 'string') ids.add(id);
    }
  }
  return [...ids].map((id) => [id, `${id}-${n}`]);
}

function toNew({ type, streamId, body }: LogRecord, renamed: readonly (readonly [string, string])[]): NewRecord {
  let text = JSON.stringify(body);
  for (const [from, to] of renamed) text = text.replaceAll(JSON.stringify(from), JSON.stringify(to));
  return { type, body: JSON.parse(text) as unknown, ...(streamId === undefined ? {} : { streamId }) } as NewRecord;
}
