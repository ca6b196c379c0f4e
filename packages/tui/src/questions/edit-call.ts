import type { InputAnswer } from '@bowline/protocol';
import type { Confirmation } from './confirmation-actions.ts';
import { questionTexts } from '../texts/question-texts.ts';

/** A call as text for an editor: a command as text, any other call as its arguments. */
export function toEditable({ display, args }: Confirmation): { readonly text: string; readonly extension: string } {
  const { command } = args;
  if (display?.type === 'command' && typeof command === 'string') return { text: `${command}\n`, extension: 'sh' };
  return { text: `${JSON.stringify(args, null, 2)}\n`, extension: 'json' };
}

/** The result of an edit: an answer with new arguments, no change, or an error. */
export type EditedCall =
  | { readonly kind: 'answer'; readonly answer: InputAnswer }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'invalid'; readonly problem: string };

/** Parses the edited text as an answer for this call. */
export function parseEdited(request: Confirmation, text: string | null): EditedCall {
  const before = toEditable(request);
  if (text === null || text.trimEnd() === before.text.trimEnd()) return { kind: 'unchanged' };
  if (text.trim() === '') return { kind: 'invalid', problem: questionTexts.emptyEdit };
  const args = before.extension === 'sh' ? { ...request.args, command: text.trimEnd() } : parseArguments(text);
  if (args === null) return { kind: 'invalid', problem: questionTexts.invalidEdit };
  return { kind: 'answer', answer: { kind: 'confirmation', outcome: 'edited', digest: request.digest, args } };
}

function parseArguments(text: string): Confirmation['args'] | null {
  try {
    const parsed = JSON.parse(text) as Confirmation['args'] | readonly unknown[] | string | number | boolean | null;
    return typeof parsed === 'object' && !Array.isArray(parsed) ? (parsed as Confirmation['args'] | null) : null;
  } catch {
    return null;
  }
}
