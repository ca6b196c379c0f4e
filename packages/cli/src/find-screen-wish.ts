import type { ScreenWish } from './interactive/screen-env.ts';
import { parseArguments } from './parse-arguments.ts';

/**
 * What a command line wants on the screen; undefined when it wants something else. One that is wrong is told so by whoever
 * runs it.
 */
export function findScreenWish(argv: readonly string[]): ScreenWish | undefined {
  const parsed = parse(argv);
  if (parsed?.command === 'screen') return parsed;
  if (parsed?.command !== 'attach') return undefined;
  const [sessionId = 'latest', ...flags] = parsed.words;
  if (sessionId.startsWith('-')) return undefined;
  const [first = ''] = flags;
  const screen = parse(flags);
  if (screen?.command !== 'screen' || (first !== '' && !first.startsWith('-'))) return undefined;
  const { prompt, isScreenReader } = screen;
  return { prompt, isScreenReader, attachTo: sessionId };
}

function parse(argv: readonly string[]): ReturnType<typeof parseArguments> | undefined {
  try {
    return parseArguments(argv, { isTerminal: true });
  } catch {
    return undefined;
  }
}
