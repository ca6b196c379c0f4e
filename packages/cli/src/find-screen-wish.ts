import { checkPlaces, type NamedPlaces } from './check-places.ts';
import { parseAttach } from './commands/attach.ts';
import type { ScreenWish } from './interactive/screen-env.ts';
import { parseArguments } from './parse-arguments.ts';

/** The interactive session that a command line asks for; undefined for any other, and for an invalid one. */
export function findScreenWish(argv: readonly string[], cwd = '.'): ScreenWish | undefined {
  const parsed = attempt(() => parseArguments(argv, { isTerminal: true }));
  if (parsed?.command === 'screen') return areThere(parsed.prompt, cwd) ? parsed : undefined;
  return parsed?.command === 'attach' ? attempt(() => parseAttach(parsed.words)) : undefined;
}

function areThere(places: NamedPlaces, cwd: string): boolean {
  return (
    attempt(() => {
      checkPlaces(places, cwd);
      return true;
    }) ?? false
  );
}

/** `runCli` parses an invalid command line again and reports what is wrong. */
function attempt<Value>(action: () => Value): Value | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
