import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgentError } from '@bowline/protocol';
import * as z from 'zod';
import { replaceFile } from '../disk/replace-file.ts';

/** One effect on request. */
export interface KeyedEffect<Value> {
  readonly once: string;
  /** What a later look at the target can tell apart: before the effect and after it. Null: nothing can. */
  readonly marks: () => Promise<{ readonly before: string; readonly after: string } | null>;
  /** What the target looks like now. */
  readonly look: () => Promise<string>;
  readonly run: () => Promise<Value>;
}

const noteSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('begun'), marks: z.object({ before: z.string(), after: z.string() }).nullable() }),
  z.object({ state: z.literal('done'), value: z.json() }),
]);

/** Notes that no client asked for in this time are removed. */
const OLD_MS = 24 * 3600_000;

/**
 * Runs each effect once, however often the request arrives: while it runs, after it, and after this process was killed
 * in the middle. What cannot be found out then is reported as unknown and not run again.
 */
export class KeyedEffects {
  readonly #folder: string;
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder)) {
      const file = join(folder, name);
      if (Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > OLD_MS)
        rmSync(file, { force: true });
    }
  }

  async run<Value>(effect: KeyedEffect<Value>): Promise<Value> {
    const running = this.#running.get(effect.once);
    if (running !== undefined) return (await running) as Value;
    const work = this.#runOnce(effect);
    this.#running.set(effect.once, work);
    try {
      return await work;
    } finally {
      this.#running.delete(effect.once);
    }
  }

  /** The answers have arrived: these requests will not come again. */
  forget(keys: readonly string[]): void {
    for (const once of keys) rmSync(this.#file(once), { force: true });
  }

  async #runOnce<Value>(effect: KeyedEffect<Value>): Promise<Value> {
    const file = this.#file(effect.once);
    const note = readNote(file);
    if (note?.state === 'done') return note.value as Value;
    if (note === undefined)
      writeFileSync(file, toNote({ state: 'begun', marks: await effect.marks() }), { mode: 0o600 });
    else if (await wasDone(note.marks, effect)) return this.#finish(file, null as Value);
    try {
      return this.#finish(file, await effect.run());
    } catch (thrown) {
      // It had no effect, so it may be tried again.
      rmSync(file, { force: true });
      throw thrown;
    }
  }

  #finish<Value>(file: string, value: Value): Value {
    replaceFile(file, toNote({ state: 'done', value }), { isDurable: false });
    return value;
  }

  #file(once: string): string {
    return join(this.#folder, `${once.replaceAll(/[^\w-]/g, '_')}.json`);
  }
}

/** A mark of a file's content. */
export function toMark(data: Uint8Array | undefined): string {
  return data === undefined ? 'missing' : createHash('sha256').update(data).digest('base64');
}

async function wasDone(
  marks: { readonly before: string; readonly after: string } | null,
  { look }: Pick<KeyedEffect<unknown>, 'look'>,
): Promise<boolean> {
  const now = marks === null ? undefined : await look();
  if (now !== undefined && now === marks?.after) return true;
  if (now !== undefined && now === marks?.before) return false;
  throw new AgentError(
    'SERVER_UNREACHABLE',
    'The workspace was restarted in the middle of this, so the outcome is unknown',
    {
      hint: 'Check what is there before you repeat it',
      details: { errno: 'EUNKNOWN' },
    },
  );
}

const toNote = (note: { readonly state: string; readonly marks?: unknown; readonly value?: unknown }): string =>
  JSON.stringify(note);

/** Undefined: never begun. A damaged note was begun. */
function readNote(file: string): z.infer<typeof noteSchema> | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  try {
    return noteSchema.parse(JSON.parse(text));
  } catch {
    return { state: 'begun', marks: null };
  }
}
