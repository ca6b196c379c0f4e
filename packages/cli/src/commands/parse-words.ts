import { AgentError } from '@bowline/protocol';
import { commandTable, usageLine, type CommandName } from '../usage/command-table.ts';
import { parseOptions } from '../usage/parse-options.ts';

/** What the words after a command say. */
export interface Words {
  readonly names: readonly string[];
  readonly isJson: boolean;
  readonly isOffline: boolean;
  readonly model: string | undefined;
}

/** What commands that print have in common; each shows in its help what it goes by. */
const { options } = commandTable.models;

/** How a command is used. */
export interface Usage {
  readonly name: CommandName;
  /** How many names it takes at most. */
  readonly names: number;
}

/** Reads the words after a command; what is wrong with them is an error with how it is used. */
export function parseWords(words: readonly string[], usage: Usage): Words {
  const { values, positionals } = parseOptions(words, options, usageLine(usage.name));
  const [extra] = positionals.slice(usage.names);
  if (extra !== undefined) throw new AgentError('SEND_INVALID', `what is ${extra}?`, { hint: usageLine(usage.name) });
  const format = values['output-format'];
  if (format !== 'text' && format !== 'json')
    throw new AgentError('SEND_INVALID', `unknown output format: ${format}`, { hint: 'use text or json' });
  return {
    names: positionals,
    isJson: values.json || format === 'json',
    isOffline: values.offline,
    model: values.model,
  };
}
