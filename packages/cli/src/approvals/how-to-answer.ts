import { unreachable, type InputRequest } from '@bowline/protocol';
import { approvalTexts } from '../texts/approval-texts.ts';

/** The commands that answer the pending approvals of a session, ready to copy. */
export function howToAnswer(sessionId: string, pending: readonly InputRequest[]): readonly string[] {
  const isOnly = pending.length === 1;
  const commands = pending.map((request) => {
    const question = isOnly ? '' : ` ${quote(request.inputId)}`;
    return `${approvalTexts.command(quote(sessionId))}${question}${answerTo(request)}`;
  });
  const areAlike = !isOnly && pending.every(({ kind }) => kind === 'confirmation');
  return areAlike ? [...commands, approvalTexts.commandForAll(quote(sessionId))] : commands;
}

function answerTo(request: InputRequest): string {
  switch (request.kind) {
    case 'confirmation':
      return '';
    case 'choice':
      return approvalTexts.chooseOption(quote(request.options[0]?.id ?? ''));
    case 'text':
      return approvalTexts.textOption;
    case 'credential':
      return approvalTexts.denyOption;
    default:
      return unreachable(request);
  }
}

/** Quotes a word for a shell. */
function quote(word: string): string {
  return /^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
