import type { ContentPart } from '@bowline/protocol';
import { toWords } from '../commands/registry.ts';
import type { SlashCommand } from '../host/slash-command.ts';
import { expandChips, imagesOf } from '../editor/chips.ts';
import { findCommand } from '../completion/completion.ts';
import type { EditorState } from '../editor/editor-state.ts';
import { toText } from '../editor/text-buffer.ts';

/** What the user has sent. */
export type Submission =
  | {
      readonly kind: 'message';
      /** The complete text, including pasted text. */
      readonly text: string;
      /** The text in the prompt, with labels for pasted text. */
      readonly typed: string;
      readonly images: readonly ContentPart[];
    }
  | {
      readonly kind: 'command';
      /** The command's main name, or the typed name if there is no such command. */
      readonly name: string;
      readonly words: readonly string[];
      /** Everything after the name. */
      readonly line: string;
    }
  | { readonly kind: 'shell'; readonly command: string };

/** A message may start with a path, because a command name has no slash. */
const COMMAND = /^\/([^\s/]+)(?:\s+([\s\S]*))?$/;

/** Classifies the text. Undefined if it is empty. */
export function toSubmission(editor: EditorState, commands: readonly SlashCommand[]): Submission | undefined {
  const typed = toText(editor.buffer).trim();
  const text = expandChips(typed, editor.chips);
  if (typed === '' || typed === '!') return undefined;
  if (typed.startsWith('!')) return { kind: 'shell', command: text.slice(1).trim() };
  const [, name, line = ''] = COMMAND.exec(text) ?? [];
  if (name === undefined) return { kind: 'message', text, typed, images: imagesOf(typed, editor.chips) };
  return { kind: 'command', name: findCommand(commands, name)?.name ?? name, words: toWords(line), line };
}
