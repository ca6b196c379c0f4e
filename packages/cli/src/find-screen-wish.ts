import { checkPlaces, type NamedPlaces } from './check-places.ts';
import type { ScreenWish } from './interactive/screen-env.ts';
import { parseArguments } from './parse-arguments.ts';

/**
 * What a command line wants on the screen; undefined when it wants something else. One that is wrong is told so by whoever
 * runs it.
 */
export function findScreenWish(argv: readonly string[], cwd = '.'): ScreenWish | undefined {
  const parsed = parse(argv);
  if (parsed?.command === 'screen') return areThere(parsed.prompt, cwd) ? parsed : undefined;
  return parsed?.command === 'attach' ? toAttached(parsed.words) : undefined;
}

function toAttached([sessionId = 'latest', ...flags]: readonly string[]): ScreenWish | undefined {
  if (sessionId.startsWith('-')) return undefined;
  const [first = ''] = flags;
  const screen = parse(flags);
  if (screen?.command !== 'screen' || (first !== '' && !first.startsWith('-'))) return undefined;
  const { prompt, isScreenReader } = screen;
  return { prompt, isScreenReader, attachTo: sessionId };
}

function areThere(places: NamedPlaces, cwd: string): boolean {
  try {
    checkPlaces(places, cwd);
    return true;
  } catch {
    return false;
  }
}

function parse(argv: readonly string[]): ReturnType<typeof parseArguments> | undefined {
  try {
    return parseArguments(argv, { isTerminal: true });
  } catch {
    return undefined;
  }
}
