import { EXIT } from '../exit-codes.ts';
import { exitCodeHelp, generalHelp } from '../texts/general-help.ts';
import { commandNames, commandTable, usageLine, usageOf, type CommandName } from './command-table.ts';
import { promptOptions, type OptionUsage } from './prompt-options.ts';

const WIDTH = 110;
const COLUMN = 33;

/** What `bowline --help` prints. */
export function describeAll(): string {
  const exits = Object.keys(EXIT) as (keyof typeof EXIT)[];
  const { title, usage, versionAndHelp, more, examplesTitle, examples, keys, exitCodesTitle } = generalHelp;
  const commands = commandNames.map((name): [string, string] => [`bowline ${name}`, commandTable[name].about]);
  return `${title}

${rows([...usage, ...commands])}

${describeOptions(promptOptions)}
${versionAndHelp}

  ${more}

  ${examplesTitle}
${examples.map((line) => `    ${line}`).join('\n')}

  ${keys}

  ${exitCodesTitle}
${exits.map((name) => `    ${String(EXIT[name]).padEnd(4)} ${exitCodeHelp[name]}`).join('\n')}
`;
}

/** What `bowline COMMAND --help` prints. */
export function describeCommand(name: CommandName): string {
  const { about, verbs, options, notes, examples } = usageOf(name);
  const parts = [
    usageLine(name),
    `  ${about.charAt(0).toUpperCase()}${about.slice(1)}.`,
    verbs === undefined ? '' : rows(Object.entries(verbs)),
    describeOptions(options),
    notes === undefined
      ? ''
      : wrap(notes, WIDTH - 2)
          .map((line) => `  ${line}`)
          .join('\n'),
    `  ${generalHelp.examplesTitle}\n${examples.map((line) => `    ${line}`).join('\n')}`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function describeOptions(options: Readonly<Record<string, OptionUsage>>): string {
  return rows(
    Object.entries(options).map(([name, { short, value, about }]) => {
      const flag = `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
      return [flag, about];
    }),
  );
}

/** Two columns: a name and its description, wrapped. */
function rows(entries: readonly (readonly [string, string])[]): string {
  return entries
    .flatMap(([left, right]) => {
      const [first = '', ...more] = wrap(right, WIDTH - COLUMN);
      const head = `  ${left}`;
      const isLong = head.length > COLUMN - 2;
      const lines = isLong ? [head, `${' '.repeat(COLUMN)}${first}`] : [`${head.padEnd(COLUMN)}${first}`];
      return [...lines, ...more.map((line) => `${' '.repeat(COLUMN)}${line}`)];
    })
    .join('\n');
}

function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
