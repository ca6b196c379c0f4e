import { AgentError, nearestNames } from '@bowline/protocol/plain';
import { commandNames } from './command-table.ts';
import { describeAll, describeCommand } from './describe-usage.ts';
import { shells, toCompletion } from './to-completion.ts';

/** What a command line prints that asks about the program itself: help or a completion script. Else undefined. */
export function toPrinted(argv: readonly string[]): string | undefined {
  const [first = '', second] = argv;
  const command = commandNames.find((name) => name === first);
  if (command === undefined) return isHelpFlag(first) || isHelpFlag(argv.at(-1)) ? describeAll() : undefined;
  const end = argv.indexOf('--');
  if ((end === -1 ? argv : argv.slice(0, end)).some(isHelpFlag)) return describeCommand(command);
  if (command === 'help') return second === undefined ? describeAll() : describeCommand(requireCommand(second));
  return command === 'completion' ? completionFor(second) : undefined;
}

function isHelpFlag(word: string | undefined): boolean {
  return word === '--help' || word === '-h';
}

function requireCommand(wanted: string): (typeof commandNames)[number] {
  const command = commandNames.find((name) => name === wanted);
  if (command !== undefined) return command;
  const [near] = nearestNames(wanted, commandNames);
  throw new AgentError('SEND_INVALID', `there is no command ${wanted}`, {
    hint: near === undefined ? 'bowline --help lists the commands' : `did you mean bowline help ${near}?`,
  });
}

function completionFor(wanted: string | undefined): string {
  const shell = shells.find((name) => name === wanted);
  if (shell !== undefined) return toCompletion(shell);
  throw new AgentError('SEND_INVALID', wanted === undefined ? 'which shell?' : `no completions for ${wanted}`, {
    hint: `use one of ${shells.join(', ')}`,
  });
}
