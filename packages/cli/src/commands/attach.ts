import type { ScreenWish } from '../interactive/screen-env.ts';
import { parseArguments } from '../parse-arguments.ts';

/** What `bowline attach [SESSION] [OPTIONS]` opens on the screen. Throws an error with a hint. */
export function parseAttach([sessionId = 'latest', ...flags]: readonly string[]): ScreenWish | undefined {
  const [first = ''] = flags;
  if (sessionId.startsWith('-') || (first !== '' && !first.startsWith('-'))) return undefined;
  const screen = parseArguments(flags, { isTerminal: true });
  if (screen.command !== 'screen') return undefined;
  const { prompt, isScreenReader } = screen;
  return { prompt, isScreenReader, attachTo: sessionId };
}
