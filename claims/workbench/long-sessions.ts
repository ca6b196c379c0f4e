import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workbench } from './open-workbench.ts';
import { writeLongSession } from './write-long-session.ts';

/** The session lengths for claims about length, in records. */
export const LENGTHS = { r100: 100, r1000: 1000, r10000: 10_000, r100000: 100_000 } as const;
export type Length = keyof typeof LENGTHS;
export const lengths = Object.keys(LENGTHS) as readonly Length[];
export const longer = lengths.filter((length) => length !== 'r100');

/** The session that long ones are created from. */
const MODEL = 'session-to-lengthen';

/** Plays the session that `writeSession` lengthens. */
export async function playModel(bench: Workbench): Promise<void> {
  await bench.run([bench.cli, '--session-id', MODEL, '-p', readPrompt(bench, 'small.txt', { size: 1_000, steps: 3 })]);
}

/** Writes a session of this length, to be resumed by its id. */
export async function writeSession({ sessionsFolder }: Workbench, sessionId: string, length: Length): Promise<void> {
  await writeLongSession({ root: sessionsFolder, model: MODEL, sessionId, records: LENGTHS[length] });
}

/** A value for each length. */
export function byLength<Value>(of: (length: Length) => Value): Record<Length, Value> {
  return { r100: of('r100'), r1000: of('r1000'), r10000: of('r10000'), r100000: of('r100000') };
}

/** A prompt to read a file of this size that many times, never twice with the same arguments. */
export function readPrompt(
  { workspace }: Workbench,
  name: string,
  { size, steps }: { readonly size: number; readonly steps: number },
): string {
  const path = join(workspace, name);
  writeFileSync(path, 'a line of forty characters, to be read.\n'.repeat(size / 40));
  return JSON.stringify({ steps, calls: [{ name: 'read_file', args: { file_path: path, end_line: '{n}' } }] });
}
