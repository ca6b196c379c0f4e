import { resolve } from 'node:path';
import { expandTyped } from '@bowline/assembly';
import type { ExpandedMessage } from '@bowline/tui';
import type { CommandEnv } from '../command.ts';
import type { ShellNotes } from './abilities/shell-notes.ts';

/** A message to send. */
export interface TypedMessage {
  readonly text: string;
  readonly signal: AbortSignal;
  readonly directories: readonly string[];
  /** The URL of a remote workspace, whose files are not here. */
  readonly workspace: string | undefined;
  /** The output of `!` commands, which is sent with it. */
  readonly notes: ShellNotes;
}

/** The typed message with the files that it names and the output of `!` commands. */
export async function expandForScreen(
  { text, signal, directories, workspace, notes }: TypedMessage,
  { cwd, machine }: CommandEnv,
): Promise<ExpandedMessage> {
  const folders = directories.map((folder) => resolve(cwd, folder));
  const places = { workspace: workspace ?? cwd, directories: folders, signal };
  const { content, notes: said } = await expandTyped(text, places, machine);
  const all = [...content, ...notes.take()];
  return { content: all, ...(all.length > 1 ? { display: [{ type: 'text', text }] } : {}), notes: said };
}
