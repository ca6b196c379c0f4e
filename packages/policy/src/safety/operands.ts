import { startsProgram } from './key-names.ts';

/** Programs that print their arguments or read them as numbers, so that none of them is a file. */
const TAKES_NO_FILES = words(
  'echo printf : true false exit return sleep kill wait jobs whoami date uname export unset',
);
/** Programs whose first argument is an expression, unless an option gives it. */
const TAKES_EXPRESSION = words('grep egrep fgrep zgrep rg ag ack sed awk gawk mawk jq');
const GIVES_EXPRESSION = /^(?:-[A-Za-z]*[ef]|--(?:regexp|file|expression|from-file))/;

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/** The name of a program, without its directory. */
export function programOf([program = '']: readonly string[]): string {
  return program.slice(program.lastIndexOf('/') + 1);
}

/** What is known about a command besides its words. */
export interface OperandFacts {
  readonly isReadOnly: boolean;
  /** The output may become arguments of another command, so any word may be a file. */
  readonly isFeeding: boolean;
}

/**
 * The words of a command that may be files: neither options nor expressions. A word may contain a file, as in
 * `--output=x`, `-I/x` and `@x`. Finds too many rather than too few.
 */
export function operandsOf(argv: readonly string[], { isReadOnly, isFeeding }: OperandFacts): readonly string[] {
  const program = programOf(argv);
  const given = argv.slice(1);
  if (isFeeding) return given.flatMap(filesIn);
  if (TAKES_NO_FILES.has(program)) return [];
  if (program === 'find' && isReadOnly && !given.some(startsProgram))
    return given.slice(0, firstExpression(given)).flatMap(filesIn);
  const hasExpression = TAKES_EXPRESSION.has(program) && !given.some((word) => GIVES_EXPRESSION.test(word));
  const expression = hasExpression ? given.findIndex((word) => !word.startsWith('-')) : -1;
  return given
    .filter((_, n) => n !== expression)
    .flatMap((word) => [...filesIn(word), ...(program === 'git' ? filesInRevision(word) : [])]);
}

/** The arguments of `find` before the first test are directories. */
function firstExpression(given: readonly string[]): number {
  const at = given.findIndex((word) => /^[-(!]/.test(word));
  return at === -1 ? given.length : at;
}

function filesIn(word: string): readonly string[] {
  const equals = word.indexOf('=');
  const value = equals > 0 ? [word.slice(equals + 1)] : [];
  const found = word.startsWith('-') ? [...value, ...filesInOption(word, equals)] : [word, ...value];
  return found.map((each) => each.replace(/^@/, '').replace(/^file:\/\//, ''));
}

/** `-I/usr/include`, `-o../x`. */
function filesInOption(word: string, equals: number): readonly string[] {
  const at = word.search(/[/~.]/);
  return equals === -1 && at > 1 ? [word.slice(at)] : [];
}

/** `HEAD:.env` is a file in a commit, `:.env` a file in the index. */
function filesInRevision(word: string): readonly string[] {
  const colon = word.indexOf(':');
  return colon !== -1 && !word.startsWith('-') ? [word.slice(colon + 1)] : [];
}
