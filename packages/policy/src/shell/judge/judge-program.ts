import { isUnsettled, type ShellWord } from '../syntax/shell-word.ts';
import { findAvoided } from './find-avoided.ts';
import { judgeUsage } from './judge-usage.ts';
import { hazardous, PLAIN, READS, showing, starting, type Judgement } from './judgement.ts';
import type { Program } from './program.ts';
import { readOptions } from './read-options.ts';

/** What a known program does with the words after its name. */
export function judgeProgram(program: Program, args: readonly ShellWord[]): Judgement {
  switch (program.kind) {
    case 'reads':
      return judgeReader(program, args);
    case 'changes':
      return judgePlain(args);
    case 'hazard':
      return judgeHazard(program, args);
    case 'careful':
      return judgeCareful(program, args);
    case 'commands':
      return judgeCommands(program, args);
    case 'wrapper':
      return judgeWrapper(program, args);
    case 'special':
      return program.judge(args);
  }
}

/** What an unknown program does: what its name says, as long as its words are certain. */
export function judgePlain(args: readonly ShellWord[]): Judgement {
  const unsettled = args.find(isUnsettled);
  return unsettled === undefined ? PLAIN : hazardous(`has an argument with an unknown value: \`${unsettled.text}\``);
}

type Of<Kind extends Program['kind']> = Extract<Program, { kind: Kind }>;

/** Any word may be a file, including values of options, except those in the same word as the option. */
function judgeReader({ operands }: Of<'reads'>, args: readonly ShellWord[]): Judgement {
  if (operands === 'text') return READS;
  return showing(
    args.filter(({ prefix, isKnownFile }) => !prefix.startsWith('-') || !isKnownFile),
    operands,
  );
}

function judgeHazard({ hazard, reads = [] }: Of<'hazard'>, args: readonly ShellWord[]): Judgement {
  let misuse: string | null = null;
  for (const usage of reads) {
    const judged = judgeUsage(args, usage);
    if (judged.hazard === null) return judged;
    misuse = judged.hazard;
  }
  return hazardous(misuse === null ? hazard : `${hazard}; it ${misuse}`);
}

function judgeCareful(program: Of<'careful'>, args: readonly ShellWord[]): Judgement {
  const { avoid, never = [], reads = [] } = program;
  const reading = reads.map((usage) => judgeUsage(args, usage)).find((judged) => judged.hazard === null);
  if (reading !== undefined) return reading;
  const odd = args.find(({ text }) => never.some((part) => text.includes(part))) ?? findOddFirst(program, args);
  const avoided = findAvoided(args, avoid) ?? odd?.text ?? findExtra(program, args)?.text;
  return avoided === undefined ? PLAIN : hazardous(`may run or write something else because of \`${avoided}\``);
}

function findExtra({ most }: Of<'careful'>, args: readonly ShellWord[]): ShellWord | undefined {
  if (most === undefined) return undefined;
  return args.filter(({ text }) => !text.startsWith('-') && !/^\d+$/.test(text))[most];
}

function findOddFirst({ firstWord, notFirst = [] }: Of<'careful'>, args: readonly ShellWord[]): ShellWord | undefined {
  const first = args.find(({ text }) => !text.startsWith('-'));
  if (first === undefined) return undefined;
  return firstWord?.includes(first.text) === false || notFirst.includes(first.text) ? first : undefined;
}

function judgeCommands({ options, commands, alone }: Of<'commands'>, args: readonly ShellWord[]): Judgement {
  const read = readOptions(args, { options, order: 'stops' });
  if (read.kind === 'unknown') return hazardous(`may run something else because of \`${read.text}\``);
  const [name, ...rest] = read.words;
  if (name === undefined) return judgeProgram(alone, []);
  const command = name.yields === 'exact' ? commands.get(name.text) : undefined;
  return command === undefined ? hazardous(`has an unknown subcommand: \`${name.text}\``) : judgeProgram(command, rest);
}

function judgeWrapper({ options, skip = 0, isQuiet }: Of<'wrapper'>, args: readonly ShellWord[]): Judgement {
  const read = readOptions(args, { options, order: 'stops' });
  if (read.kind === 'unknown') return hazardous(`may start something else because of \`${read.text}\``);
  const skipped = read.words.slice(0, skip);
  const started = read.words.slice(skip);
  if (skipped.some(({ yields }) => yields === 'many'))
    return hazardous('starts a program that the command line does not name');
  if (started.length === 0) return isQuiet && read.words.length === 0 ? READS : PLAIN;
  return { ...starting(started), isReadOnly: isQuiet };
}
