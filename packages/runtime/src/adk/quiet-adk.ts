import { setLogger } from '@google/adk';

let isSilent = false;

/**
 * Turns off ADK's logger, which writes to stdout. Affects the whole process, so only `main.ts` files call it. Later
 * calls do nothing, so that a logger that the program has set since then stays.
 */
export function silenceAdk(): void {
  if (!isSilent) setLogger(null);
  isSilent = true;
}

/**
 * Keeps prompts and answers out of ADK's spans. ADK reads this from the environment of its process and has no option
 * for it.
 */
export function hideContentInSpans(env: Record<string, string | undefined>): void {
  env['ADK_CAPTURE_MESSAGE_CONTENT_IN_SPANS'] ??= 'false';
}
