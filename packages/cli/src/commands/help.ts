import { nearestNames } from '@bowline/protocol/plain';
import { usageError } from '../texts/error-text.ts';
import { usageTexts } from '../texts/usage-texts.ts';
import { commandNames, type CommandName } from '../usage/command-table.ts';
import { describeAll, describeCommand } from '../usage/describe-usage.ts';

/** What `bowline help [COMMAND]` prints. */
export function printHelp([wanted]: readonly string[]): string {
  return wanted === undefined ? describeAll() : describeCommand(requireCommand(wanted));
}

function requireCommand(wanted: string): CommandName {
  const command = commandNames.find((name) => name === wanted);
  if (command !== undefined) return command;
  const [near] = nearestNames(wanted, commandNames);
  throw usageError(usageTexts.unknownHelp(wanted, near));
}
