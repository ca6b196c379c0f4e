import { AgentError } from '@bowline/protocol';
import { fail, type ToolOutcome } from '../define-tool.ts';
import { UNKNOWN_END } from './describe-end.ts';

/** Without a supervisor nothing was run, unless it was reached before: then the outcome is unknown. */
export async function answerCommandErrors<Outcome extends ToolOutcome | undefined>(
  work: () => Promise<Outcome>,
  wasStarted = false,
): Promise<Outcome | ToolOutcome> {
  try {
    return await work();
  } catch (thrown) {
    if (!AgentError.is(thrown)) throw thrown;
    const text = [thrown.message, thrown.hint].filter((part) => part !== undefined).join('. ');
    if (wasStarted || thrown.retryable) return fail('outcome_unknown', `${UNKNOWN_END} ${text}`);
    return fail('shell_unavailable', text);
  }
}
