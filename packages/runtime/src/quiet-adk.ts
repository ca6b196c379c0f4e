import { env } from 'node:process';
import { setLogger } from '@google/adk';

/** Keeps ADK's logger off stdout, and prompts and answers out of its spans. */
export function quietAdk(): void {
  setLogger(null);
  // Read by ADK from the environment, and from nowhere else.
  env['ADK_CAPTURE_MESSAGE_CONTENT_IN_SPANS'] ??= 'false';
}
