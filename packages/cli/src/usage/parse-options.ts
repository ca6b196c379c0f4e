import { parseArgs } from 'node:util';
import { AgentError, nearestNames } from '@bowline/protocol/plain';
import { describeGeminiOption } from './gemini-only.ts';
import type { OptionUsage } from './prompt-options.ts';

type Options = Readonly<Record<string, OptionUsage>>;

/** What the words of a command line say: the options by name, and the words without one. */
export type ParsedOptions<Known extends Options> = ReturnType<
  typeof parseArgs<{ options: Known; allowPositionals: true }>
>;

/** Reads the words of a command line by the options that a command has; what is wrong is an error with a hint. */
export function parseOptions<Known extends Options>(
  words: readonly string[],
  options: Known,
  usage: string,
): ParsedOptions<Known> {
  // First without Node's own checks: their errors are sentences for programmers.
  const { tokens } = parseArgs({ args: [...words], options, allowPositionals: true, strict: false, tokens: true });
  for (const token of tokens) if (token.kind === 'option') checkOption(token, options, usage);
  return parseArgs({ args: [...words], options, allowPositionals: true });
}

interface GivenOption {
  readonly name: string;
  /** As it was typed. */
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function checkOption({ name, rawName, value, inlineValue }: GivenOption, options: Options, usage: string): void {
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (option === undefined) throw unknownOption(rawName, options, usage);
  if (option.type === 'boolean') {
    if (value !== undefined) throw wrong(`${rawName} takes no value`, usage);
    return;
  }
  const { value: kind = 'VALUE' } = option;
  if (value === undefined) throw wrong(`${rawName} needs a value: --${name} ${kind}`, usage);
  if (inlineValue !== true && value.length > 1 && value.startsWith('-'))
    throw wrong(`${rawName} needs a value: --${name} ${kind}`, `if ${value} is the value: --${name}=${value}`);
}

function unknownOption(typed: string, options: Options, usage: string): AgentError {
  const isLong = typed.startsWith('--');
  const [near] = isLong ? nearestNames(typed.slice(2), Object.keys(options)) : [];
  const known = describeGeminiOption(typed);
  if (known !== undefined) return wrong(...known);
  return wrong(`there is no option ${typed}`, near === undefined ? usage : `did you mean --${near}?`);
}

function wrong(message: string, hint: string): AgentError {
  return new AgentError('SEND_INVALID', message, { hint });
}
