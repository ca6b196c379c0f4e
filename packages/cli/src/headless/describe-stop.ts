import { unreachable, type EndReason } from '@bowline/protocol';

/** What the models' words for a refusal mean. */
const refusals: Readonly<Record<string, string>> = {
  SAFETY: 'its safety filters blocked it',
  RECITATION: 'it would repeat copyrighted text',
  LANGUAGE: 'the language is not supported',
  BLOCKLIST: 'it contains a blocked term',
  PROHIBITED_CONTENT: 'the content is prohibited',
  SPII: 'it would contain personal data',
};

/** Why a run stopped short, in words; undefined when it did not, or when the person stopped it. */
export function describeStop(reason: EndReason, message: string | undefined): string | undefined {
  switch (reason) {
    case 'completed':
    case 'aborted':
      return undefined;
    case 'refused':
      return `Stopped: the model refused to answer${describeRefusal(message)}`;
    case 'max_output':
      return "Stopped: the answer hit the model's length limit";
    case 'loop':
      return 'Stopped: the model went in circles';
    case 'failed':
      return `Stopped: ${message ?? 'the turn failed'}`;
    case 'max_turns':
    case 'max_tokens':
    case 'max_cost':
    case 'max_time':
      return `Stopped: ${message ?? `limit reached (--${reason.replace('_', '-')})`}`;
    default:
      return unreachable(reason);
  }
}

function describeRefusal(word: string | undefined): string {
  if (word === undefined) return '';
  const why = refusals[word];
  return why === undefined ? ` (${word})` : ` (${word}: ${why})`;
}
