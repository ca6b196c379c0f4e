import { printCompletion } from './commands/completion.ts';
import { printHelp } from './commands/help.ts';
import { commandNames } from './usage/command-table.ts';
import { describeAll, describeCommand } from './usage/describe-usage.ts';

/** The output of a command line that asks for help or a completion script; undefined for any other. */
export function toPrinted(argv: readonly string[]): string | undefined {
  const [first = '', ...words] = argv;
  const command = commandNames.find((name) => name === first);
  if (command === undefined) return isHelpFlag(first) || isHelpFlag(argv.at(-1)) ? describeAll() : undefined;
  const end = argv.indexOf('--');
  if ((end === -1 ? argv : argv.slice(0, end)).some(isHelpFlag)) return describeCommand(command);
  if (command === 'help') return printHelp(words);
  return command === 'completion' ? printCompletion(words) : undefined;
}

function isHelpFlag(word: string | undefined): boolean {
  return word === '--help' || word === '-h';
}
