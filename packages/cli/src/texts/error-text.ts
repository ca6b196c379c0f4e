import { AgentError } from '@bowline/protocol/plain';

/** An error as the user reads it: what failed, and the next step. */
export interface ErrorText {
  readonly message: string;
  readonly hint: string;
}

/** An error about the command line; the exit code is 42. */
export function usageError({ message, hint }: ErrorText): AgentError {
  return new AgentError('SEND_INVALID', message, { hint });
}
