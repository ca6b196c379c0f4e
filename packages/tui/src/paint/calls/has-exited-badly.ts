import type { CallItem } from '../../transcript/transcript.ts';

/** The call succeeded, but the command that it ran failed. */
export function hasExitedBadly(result: CallItem['result']): boolean {
  const code = result?.data?.['exitCode'];
  return typeof code === 'number' && code !== 0;
}
