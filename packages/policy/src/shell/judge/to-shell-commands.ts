import type { ShellCommand, ShellLine, ShellRead } from '../shell-line.ts';
import type { Dialect } from '../syntax/cursor.ts';
import { limits } from '../syntax/limits.ts';
import type { ShellWord } from '../syntax/shell-word.ts';
import type { SimpleCommand } from '../syntax/simple-command.ts';
import { describeDanger } from './describe-danger.ts';
import { isHarmlessAssignment } from './environment.ts';
import { judgePlain, judgeProgram } from './judge-program.ts';
import { joinJudgements } from './join-judgements.ts';
import type { Judgement, Started } from './judgement.ts';
import type { Programs } from './program.ts';
import { toVariants } from './to-variants.ts';

/** The state while the commands of a line are processed in order. */
export interface LineState {
  readonly line: string;
  readonly programs: Programs;
  /** Reads text that a shell would be given, as part of the same line. */
  readonly readText: (text: string, dialect: Dialect) => ShellLine;
  readonly place: Place;
}

/** Where the commands of a line run. Shared by the line and the texts in it. */
export interface Place {
  /** An earlier command has changed the directory. */
  hasMoved: boolean;
}

/** Directories whose programs are those that a bare name means. */
const BIN = new Set(['', '/bin/', '/usr/bin/', '/usr/local/bin/', '/opt/homebrew/bin/']);
/** Commands that change the shell's directory. */
export const MOVERS: ReadonlySet<string> = new Set(['cd', 'pushd', 'popd']);
const NO_FILE = /^\/dev\/(?:null|stdout|stderr|fd\/[012])$/;

/** A command, followed by everything that it starts. */
export function toShellCommands(state: LineState, command: SimpleCommand): readonly ShellCommand[] {
  const text = state.line.slice(command.start, command.end);
  if (command.kind === 'loop') {
    const argv = command.words.map((word) => word.text);
    return [{ argv, text, isReadOnly: true, hazard: null, danger: null, writes: [], reads: [] }];
  }
  const odd = command.assignments.find((word) => !isHarmlessAssignment(word));
  return expand(state, {
    words: command.words,
    variants: toVariants(command.words, command.loopWords),
    text,
    writes: command.redirections.flatMap(({ kind, target }) =>
      kind === 'writes' && !NO_FILE.test(target.text) ? [target.text] : [],
    ),
    fed: command.redirections.flatMap(({ kind, target }) =>
      kind === 'reads' ? [{ word: target.text, shows: 'contents' as const }] : [],
    ),
    fedBy: command.fedBy,
    isBackground: command.isBackground,
    hazard: odd === undefined ? null : `may behave differently because of \`${odd.text}\``,
    depth: 0,
  });
}

interface Candidate extends Pick<ShellCommand, 'text' | 'writes' | 'hazard'> {
  readonly words: readonly ShellWord[];
  /** The same for each value of the loop variables. */
  readonly variants: readonly (readonly ShellWord[])[];
  /** Files that are redirected to its input. */
  readonly fed: readonly ShellRead[];
  readonly fedBy: readonly string[];
  readonly isBackground: boolean;
  readonly depth: number;
}

function expand(state: LineState, candidate: Candidate): readonly ShellCommand[] {
  const { words, text, writes, fed, fedBy, depth } = candidate;
  const argv = words.map((word) => word.text);
  const path = argv[0] ?? '';
  const name = path.slice(path.lastIndexOf('/') + 1);
  const program = state.programs.get(name);
  const judgement = joinJudgements(
    candidate.variants.map(([, ...args]) => (program === undefined ? judgePlain(args) : judgeProgram(program, args))),
  );
  const elsewhere = describeMove(state, { name, path, writes, judgement });
  if (MOVERS.has(name)) state.place.hasMoved = true;
  const started = judgement.starts.map((each) => start(state, each, depth));
  const hazard = candidate.hazard ?? judgement.hazard ?? elsewhere ?? started.find(isString) ?? null;
  const isReadOnly = judgement.isReadOnly && isInBin(path) && hazard === null && leavesNothing(candidate);
  const danger = describeDanger({ argv, writes, fedBy });
  return [
    {
      argv,
      text,
      isReadOnly,
      hazard,
      danger,
      writes,
      reads: isReadOnly ? [...fed, ...judgement.reads] : fed,
      ...(elsewhere === null ? {} : { isElsewhere: true }),
    },
    ...started.flatMap((each) => (isString(each) ? [] : each)),
  ];
}

/** Whether it leaves no file, and no process that continues after the line has ended. */
function leavesNothing({ writes, isBackground }: Candidate): boolean {
  return writes.length === 0 && !isBackground;
}

const isString = (value: unknown): value is string => typeof value === 'string';

/** The commands that are started, or why they are unknown. */
function start(state: LineState, started: Started, depth: number): readonly ShellCommand[] | string {
  if (depth >= limits.depth) return 'starts programs through too many other programs';
  switch (started.kind) {
    case 'words': {
      const { words } = started;
      const [program] = words;
      if (program?.yields !== 'exact' || program.text === '')
        return 'starts a program that the command line does not name';
      const text = state.line.slice(program.start, Math.max(...words.map(({ end }) => end)));
      const none = { writes: [], fed: [], fedBy: [], isBackground: false, hazard: null };
      return expand(state, { words, variants: [words], text, ...none, depth: depth + 1 });
    }
    case 'text': {
      const read = state.readText(started.text, started.dialect);
      return read.kind === 'understood' ? read.commands : `runs a script that cannot be analyzed: ${read.why}`;
    }
  }
}

interface Attempt {
  readonly name: string;
  readonly path: string;
  readonly writes: readonly string[];
  readonly judgement: Judgement;
}

/**
 * Why a command must not be judged as if it ran in the directory where the line began: rules do not know the other
 * directory's scripts, and Git runs programs that a repository's configuration names.
 */
function describeMove({ place }: LineState, { name, path, writes, judgement }: Attempt): string | null {
  if (!place.hasMoved || MOVERS.has(name)) return null;
  const isSame = judgement.isReadOnly && name !== 'git' && isInBin(path) && writes.length === 0;
  return isSame ? null : 'runs in a directory that the command line changes to';
}

function isInBin(path: string): boolean {
  return BIN.has(path.slice(0, path.lastIndexOf('/') + 1));
}
