import { unreachable, type InputRequest } from '@bowline/protocol';

/** The commands that answer the pending approvals of a session, ready to copy. */
export function howToAnswer(sessionId: string, pending: readonly InputRequest[]): readonly string[] {
  const isOnly = pending.length === 1;
  const commands = pending.map((request) => {
    const question = isOnly ? '' : ` ${quote(request.inputId)}`;
    return `bowline approve ${quote(sessionId)}${question}${answerTo(request)}`;
  });
  const areAlike = !isOnly && pending.every(({ kind }) => kind === 'confirmation');
  return areAlike ? [...commands, `bowline approve ${quote(sessionId)} --all`] : commands;
}

function answerTo(request: InputRequest): string {
  switch (request.kind) {
    case 'confirmation':
      return '';
    case 'choice':
      return ` --choose ${quote(request.options[0]?.id ?? '')}`;
    case 'text':
      return " --text 'your answer'";
    case 'credential':
      return " --deny 'no key'";
    default:
      return unreachable(request);
  }
}

/** Quotes a word for a shell. */
function quote(word: string): string {
  return /^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
