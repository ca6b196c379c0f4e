import { parseArgs } from 'node:util';
import { nearestNames, type AgentError } from '@bowline/protocol/plain';
import { usageError } from '../texts/error-text.ts';
import { usageTexts } from '../texts/usage-texts.ts';
import { describeGeminiOption } from './gemini-only.ts';
import type { OptionUsage } from './prompt-options.ts';

type Options = Readonly<Record<string, OptionUsage>>;

/** A parsed command line: the options by name, and the words without one. */
export type ParsedOptions<Known extends Options> = ReturnType<
  typeof parseArgs<{ options: Known; allowPositionals: true }>
>;

/** Parses a command line by the options of a command. Throws an error with a hint. */
export function parseOptions<Known extends Options>(
  words: readonly string[],
  options: Known,
  usage: string,
): ParsedOptions<Known> {
  const end = words.indexOf('--');
  const args = words.map((word, n) => (end === -1 || n < end ? toLong(word, options) : word));
  // First without Node's own checks, whose messages are written for programmers.
  const { tokens } = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true });
  for (const token of tokens) if (token.kind === 'option') checkOption(token, options, usage);
  return parseArgs({ args, options, allowPositionals: true });
}

/** Rewrites `-m=pro` as `--model=pro`, because Node would parse `=pro` as the value. */
function toLong(word: string, options: Options): string {
  const [, short, value] = /^-([A-Za-z])=(.*)$/s.exec(word) ?? [];
  const name = Object.keys(options).find((known) => options[known]?.short === short && short !== undefined);
  return name === undefined ? word : `--${name}=${value ?? ''}`;
}

interface GivenOption {
  readonly name: string;
  /** As typed. */
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function checkOption({ name, rawName, value, inlineValue }: GivenOption, options: Options, usage: string): void {
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (option === undefined) throw unknownOption(rawName, options, usage);
  if (option.type === 'boolean') {
    if (value !== undefined) throw usageError(usageTexts.noValueAllowed(rawName, usage));
    return;
  }
  const example = `--${name} ${option.value ?? 'VALUE'}`;
  const isEmpty = value === undefined || (value.trim() === '' && option.mayBeEmpty !== true);
  if (isEmpty) throw usageError(usageTexts.valueNeeded(rawName, example, usage));
  if (inlineValue !== true && value.length > 1 && value.startsWith('-'))
    throw usageError(usageTexts.valueNeeded(rawName, example, usageTexts.valueOrOption(`--${name}`, value)));
}

function unknownOption(typed: string, options: Options, usage: string): AgentError {
  const known = describeGeminiOption(typed);
  if (known !== undefined) return usageError(known);
  const [near] = typed.startsWith('--') ? nearestNames(typed.slice(2), Object.keys(options)) : [];
  return usageError(usageTexts.unknownOption(typed, usage, near));
}
