import type { Finding } from '@bowline/protocol';

type Programs = readonly (readonly string[])[];

/** What was found about each program of a command, and the rest. */
export interface SortedFindings {
  /** By program, in the order of the command. */
  readonly beside: readonly (readonly Finding[])[];
  readonly others: readonly Finding[];
}

const QUOTED = /^(?:\w+ )?`([^`]+)`/;

/** Sorts findings by the one program that each is about. One that may be about several is not beside any of them. */
export function sortByProgram(programs: Programs, findings: readonly Finding[], home = ''): SortedFindings {
  const places = findings.map((finding) => findProgram(programs, finding, home));
  return {
    beside: programs.map((_, at) => findings.filter((_finding, n) => places[n] === at)),
    others: findings.filter((_finding, n) => places[n] === undefined),
  };
}

function findProgram(programs: Programs, { message }: Finding, home: string): number | undefined {
  const [, quoted] = QUOTED.exec(message) ?? [];
  const isAbout = (argv: readonly string[]): boolean =>
    quoted === undefined ? namesWord(message, argv, home) : isQuoted(quoted, argv);
  const found = [...programs.keys()].filter((at) => isAbout(programs[at] ?? []));
  return found.length === 1 ? found[0] : undefined;
}

/** Whether a quoted text is the program, with or without its arguments. */
export function isQuoted(quoted: string, argv: readonly string[]): boolean {
  const command = argv.join(' ');
  return command === quoted || command.startsWith(`${quoted} `) || argv[0] === quoted;
}

/** Whether a message names one of the paths among the arguments. */
function namesWord(message: string, [, ...words]: readonly string[], home: string): boolean {
  const named = message.split(/[\s,]+/);
  return words.some((word) => {
    const path = home !== '' && word.startsWith('~/') ? `${home}/${word.slice(2)}` : word;
    return path.includes('/') && named.includes(path.replace(/(?<=.)\/$/, ''));
  });
}

/** The message without the program that it begins with, or its path: they stand beside it. */
export function withoutProgram(message: string): string {
  return message.replace(/^`[^`]+` /, '').replace(/^(\w+) \S+, which is /, '$1 ');
}
