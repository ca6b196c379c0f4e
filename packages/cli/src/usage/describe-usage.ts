import { EXIT, exitCodeTexts } from '../exit-codes.ts';
import { commandNames, commandTable, usageLine, usageOf, type CommandName } from './command-table.ts';
import { promptOptions, type OptionUsage } from './prompt-options.ts';

const WIDTH = 110;
const COLUMN = 33;

/** What `bowline --help` prints. */
export function describeAll(): string {
  const exits = Object.keys(EXIT) as (keyof typeof EXIT)[];
  return `bowline: a durable coding agent for your terminal

${rows([
  ['bowline [PROMPT]', 'start a session on the screen; a PROMPT is several words or a quoted sentence'],
  ['bowline -p PROMPT', 'run a prompt and print the answer'],
  ['echo TEXT | bowline -p PROMPT', 'the same, with the piped text before the prompt'],
  ['bowline -r [ID] [-p PROMPT]', 'resume a session; an interrupted turn is finished first'],
  ...commandNames.map((name): [string, string] => [`bowline ${name}`, commandTable[name].about]),
])}

${describeOptions(promptOptions)}
      --version, --help

  bowline help COMMAND shows the options of a command, with examples.

  Examples
    bowline -p 'what does this repo do?'
    git diff | bowline -p 'review this' -o json | jq -r .response
    bowline -y -p 'make the tests pass' --max-turns 40

  Set GEMINI_API_KEY, or the key of another provider (bowline auth). HTTPS_PROXY is honored.

  Exit codes
${exits.map((name) => `    ${String(EXIT[name]).padEnd(4)} ${exitCodeTexts[name]}`).join('\n')}
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
    `  Examples\n${examples.map((line) => `    ${line}`).join('\n')}`,
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

/** What it is called, and beside it what it does. */
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
