import type { ContentPart } from '@bowline/protocol';
import { toWords } from '../commands/registry.ts';
import type { SlashCommand } from '../host/slash-command.ts';
import { expandChips, imagesOf } from '../editor/chips.ts';
import { findCommand } from '../completion/completion.ts';
import type { EditorState } from '../editor/editor-state.ts';
import { toText } from '../editor/text-buffer.ts';

/** What a person has sent. */
export type Submission =
  | {
      readonly kind: 'message';
      /** All of it, with what was pasted. */
      readonly text: string;
      /** As it stood in the prompt, with labels for what was pasted. */
      readonly typed: string;
      readonly images: readonly ContentPart[];
    }
  | {
      readonly kind: 'command';
      /** The command's own name; as it was typed when there is no such command. */
      readonly name: string;
      readonly words: readonly string[];
      /** All that follows the name. */
      readonly line: string;
    }
  | { readonly kind: 'shell'; readonly command: string };

/** A message that begins with a path is a message: a command's name holds no slash. */
const COMMAND = /^\/([^\s/]+)(?:\s+([\s\S]*))?$/;

/** What it is that was written; nothing when that is nothing. */
export function toSubmission(editor: EditorState, commands: readonly SlashCommand[]): Submission | undefined {
  const typed = toText(editor.buffer).trim();
  const text = expandChips(typed, editor.chips);
  if (typed === '' || typed === '!') return undefined;
  if (typed.startsWith('!')) return { kind: 'shell', command: text.slice(1).trim() };
  const [, name, line = ''] = COMMAND.exec(text) ?? [];
  if (name === undefined) return { kind: 'message', text, typed, images: imagesOf(typed, editor.chips) };
  return { kind: 'command', name: findCommand(commands, name)?.name ?? name, words: toWords(line), line };
}
