import { unreachable, type InputRequest } from '@bowline/protocol';
import { approvalTexts } from '../texts/approval-texts.ts';
import { previewTexts } from '../texts/preview-texts.ts';
import { isPending } from './is-pending.ts';

/** The commands that answer the pending approvals of a session, ready to copy. */
export function howToAnswer(sessionId: string, pending: readonly InputRequest[]): readonly string[] {
  const isOnly = pending.length === 1;
  const commands = pending.flatMap((request) => {
    const question = isOnly ? '' : ` ${quote(request.inputId)}`;
    return answersTo(request).map((answer) => `${approvalTexts.command(quote(sessionId))}${question}${answer}`);
  });
  const areAlike = !isOnly && pending.every(({ kind }) => kind === 'confirmation');
  return areAlike ? [...commands, approvalTexts.commandForAll(quote(sessionId))] : commands;
}

function answersTo(request: InputRequest): readonly string[] {
  switch (request.kind) {
    case 'confirmation':
      return isPending(request) ? answersToPending(request) : [''];
    case 'choice':
      return [approvalTexts.chooseOption(quote(request.options[0]?.id ?? ''))];
    case 'text':
      return [approvalTexts.textOption];
    case 'credential':
      return [approvalTexts.denyOption];
    default:
      return unreachable(request);
  }
}

/** What cannot be applied is not offered. */
function answersToPending({ preview }: Extract<InputRequest, { kind: 'confirmation' }>): readonly string[] {
  const { previewOption, applyOption, overwriteOption, discardOption } = previewTexts;
  if (preview === undefined || preview.obstacle !== undefined) return [previewOption, discardOption];
  return preview.conflicts.length === 0
    ? ['', previewOption, applyOption]
    : [previewOption, overwriteOption, discardOption];
}

/** Quotes a word for a shell. */
function quote(word: string): string {
  return /^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
