import { usageError } from '../texts/error-text.ts';
import { usageTexts } from '../texts/usage-texts.ts';
import { commandTable, usageLine, type CommandName } from './command-table.ts';
import { parseOptions } from './parse-options.ts';

/** The words after a command. */
export interface Words {
  readonly names: readonly string[];
  readonly isJson: boolean;
  readonly isOffline: boolean;
  readonly model: string | undefined;
}

/** The options that all commands share; each lists its own in its help. */
const { options } = commandTable.models;

/** How a command is used. */
export interface Usage {
  readonly name: CommandName;
  /** The maximum number of names. */
  readonly names: number;
}

/** Parses the words after a command. Throws an error with the usage. */
export function parseWords(words: readonly string[], usage: Usage): Words {
  const { values, positionals } = parseOptions(words, options, usageLine(usage.name));
  const [extra] = positionals.slice(usage.names);
  if (extra !== undefined) throw usageError(usageTexts.unexpected(extra, usageLine(usage.name)));
  const format = values['output-format'];
  if (format !== 'text' && format !== 'json')
    throw usageError(usageTexts.badValue('--output-format', format, ['text', 'json']));
  return {
    names: positionals,
    isJson: values.json || format === 'json',
    isOffline: values.offline,
    model: values.model,
  };
}
