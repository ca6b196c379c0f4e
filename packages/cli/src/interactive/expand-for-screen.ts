import { resolve } from 'node:path';
import { expandTyped } from '@bowline/assembly';
import type { ExpandedMessage } from '@bowline/tui';
import type { CommandEnv } from '../command.ts';
import type { ShellNotes } from './abilities/shell-notes.ts';

/** A message to be sent. */
export interface TypedMessage {
  readonly text: string;
  readonly signal: AbortSignal;
  readonly directories: readonly string[];
  /** What the person's own commands printed, which goes with it. */
  readonly notes: ShellNotes;
}

/** What was typed, with the files that it names and what was run before it; shown as it was typed. */
export async function expandForScreen(
  { text, signal, directories, notes }: TypedMessage,
  { cwd: workspace, machine }: CommandEnv,
): Promise<ExpandedMessage> {
  const places = { workspace, directories: directories.map((folder) => resolve(workspace, folder)), signal };
  const { content, notes: said } = await expandTyped(text, places, machine);
  const all = [...content, ...notes.take()];
  return { content: all, ...(all.length > 1 ? { display: [{ type: 'text', text }] } : {}), notes: said };
}
