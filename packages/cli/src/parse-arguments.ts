import { AgentError, approvalModes, nearestNames } from '@bowline/protocol/plain';
import type { CliArguments, OutputFormat, PromptArguments } from './command.ts';
import { commandNames, usageOf } from './usage/command-table.ts';
import { describeGeminiCommand } from './usage/gemini-only.ts';
import { parseOptions, type ParsedOptions } from './usage/parse-options.ts';
import { promptOptions } from './usage/prompt-options.ts';
import { toSandbox } from './usage/to-sandbox.ts';

const formats: readonly OutputFormat[] = ['text', 'json', 'stream-json', 'events'];

/**
 * A command line to what it asks for. What is wrong with it is an error with a hint, before anything is opened.
 * With somebody at a terminal, what is not asked for with `-p` is a session on the screen.
 */
export function parseArguments(argv: readonly string[], { isTerminal = false } = {}): CliArguments {
  const command = commandNames.find((name) => name === argv[0]);
  if (command !== undefined) return { command, words: argv.slice(1) };
  const { values, positionals } = parseOptions(withDefaults(argv), promptOptions, 'bowline --help lists the options');
  const format = formats.find((known) => known === values['output-format']);
  if (format === undefined)
    throw wrong(`unknown output format: ${values['output-format']}`, `use one of ${formats.join(', ')}`);
  checkTogether(values);
  checkWords(values, positionals);
  const prompt: PromptArguments = {
    text: textOf(values, positionals),
    model: values.model,
    format,
    jsonSchema: values['json-schema'],
    mode: modeOf(values['approval-mode'], values.yolo),
    sandbox: toSandbox(values.sandbox),
    resume: values.resume,
    sessionId: values['session-id'],
    isTakeover: values.takeover,
    compact: values.compact,
    directories: values['include-directories'].flatMap((list) => list.split(',')).map((path) => path.trim()),
    maxTurns: countOf('--max-turns', values['max-turns']),
    maxTokens: countOf('--max-tokens', values['max-tokens']),
    maxCost: costOf(values['max-cost']),
    maxSeconds: secondsOf(values['max-time']),
    looksForLoops: values['no-loop-detection'] ? false : undefined,
    isStrict: values['strict-settings'],
    mayFallBack: !values['no-fallback'],
    onQuota: quotaOf(values['on-quota']),
    onConfirm: oneOf('--on-confirm', values['on-confirm'], ['deny', 'suspend', 'fail'] as const),
    isTrusted: values.trust,
    policies: values.policy,
    recordTo: values['record-responses'],
    replayFrom: values['replay-responses'],
    debugFile: values.debug,
  };
  if (wantsScreen(values, isTerminal)) return { command: 'screen', prompt, isScreenReader: values['screen-reader'] };
  return { command: 'prompt', prompt };
}

type Values = ParsedOptions<typeof promptOptions>['values'];

function textOf({ prompt = '', 'prompt-interactive': first = '' }: Values, words: readonly string[]): string {
  return [prompt, first, ...words].filter((word) => word !== '').join(' ');
}

/**
 * A word that is not a command is not sent as a prompt by mistake: a prompt without a flag is several words or a sentence.
 * Neither are several words that begin like a command with one of its first words, or an option, after it.
 */
function checkWords({ prompt, 'prompt-interactive': first }: Values, words: readonly string[]): void {
  const [word = '', next = ''] = words;
  if (word === '' || prompt !== undefined || first !== undefined || /\s/.test(word)) return;
  const ofGemini = describeGeminiCommand(words);
  if (ofGemini !== undefined) throw wrong(...ofGemini);
  const [near] = nearestNames(word, commandNames);
  const isMeant = near !== undefined && Object.hasOwn(usageOf(near).verbs ?? {}, next);
  if (words.length === 1 || isMeant) throw unknownCommand(words, near);
}

function unknownCommand(words: readonly string[], near: string | undefined): AgentError {
  const guess = near === undefined ? '' : `did you mean bowline ${[near, ...words.slice(1)].join(' ')}? `;
  const quoted = words.join(' ').replaceAll("'", String.raw`'\''`);
  return wrong(`there is no command ${words[0] ?? ''}`, `${guess}To send it as a prompt: bowline -p '${quoted}'`);
}

/** What belongs together, or does not. */
function checkTogether(values: Values): void {
  if (values['session-id'] !== undefined && values.resume !== undefined)
    throw wrong('--session-id names a new session, --resume an old one', 'give one of them');
  if (values.compact !== undefined && values.resume === undefined)
    throw wrong('--compact needs a session to shorten', 'add --resume ID');
  if (values.takeover && values.resume === undefined)
    throw wrong('--takeover needs the session to take over', 'add --resume ID');
}

/** Who is at a terminal and asks for nothing that is printed gets a session on the screen. */
function wantsScreen(values: Values, isTerminal: boolean): boolean {
  const isAsked = values['prompt-interactive'] !== undefined;
  if (isAsked && values.prompt !== undefined)
    throw wrong('--prompt-interactive and --prompt exclude each other', 'give one of them');
  if (isAsked && values['json-schema'] !== undefined)
    throw wrong('--prompt-interactive and --json-schema exclude each other', 'use -p to print JSON');
  if (isAsked && !isTerminal) throw wrong('--prompt-interactive needs a terminal', 'use -p where there is none');
  const isPrinted =
    values.prompt !== undefined ||
    values.compact !== undefined ||
    values['json-schema'] !== undefined ||
    values['output-format'] !== 'text';
  return isTerminal && !isPrinted;
}

/** `--resume` alone means the latest session of this folder, `--compact` alone that nothing is to be kept above all, `--sandbox` that it is required. */
function withDefaults(argv: readonly string[]): string[] {
  return argv.flatMap((word, n) => {
    const next = argv[n + 1];
    const isBare = next === undefined || next.startsWith('-');
    // Its value is never the next word: in Gemini CLI it has none.
    if (word === '-s' || word === '--sandbox') return ['--sandbox=required'];
    if (word === '--no-sandbox') return ['--sandbox=off'];
    if (isBare && (word === '-r' || word === '--resume')) return [word, 'latest'];
    return isBare && word === '--compact' ? ['--compact='] : [word];
  });
}

function modeOf(text: string | undefined, isYolo: boolean): PromptArguments['mode'] {
  if (text === undefined) return isYolo ? 'yolo' : undefined;
  if (isYolo) throw wrong('--yolo and --approval-mode exclude each other', 'give one of them');
  const mode = approvalModes.find((known) => known === text);
  if (mode !== undefined) return mode;
  throw wrong(`unknown approval mode: ${text}`, `use one of ${approvalModes.join(', ')}`);
}

function countOf(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw wrong(`${flag} takes a whole number above 0, not ${text}`, `for example ${flag} 20`);
}

function costOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const cost = Number(text.replace(/^\$/, ''));
  if (Number.isFinite(cost) && cost > 0) return cost;
  throw wrong(`--max-cost takes US dollars, not ${text}`, 'for example --max-cost 0.50');
}

/** Seconds, or minutes or hours with their letter. */
function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, count, unit = 's'] = /^(\d+(?:\.\d+)?)([smh])?$/.exec(text) ?? [];
  const seconds = Number(count) * { s: 1, m: 60, h: 3600 }[unit as 's' | 'm' | 'h'];
  if (seconds > 0) return seconds;
  throw wrong(`--max-time takes seconds, or a number with s, m or h, not ${text}`, 'for example --max-time 10m');
}

function quotaOf(text: string | undefined): PromptArguments['onQuota'] {
  return text === undefined ? undefined : oneOf('--on-quota', text, ['wait', 'fail'] as const);
}

function oneOf<Word extends string>(flag: string, text: string, words: readonly Word[]): Word {
  const word = words.find((known) => known === text);
  if (word !== undefined) return word;
  throw wrong(`${flag} does not know ${text}`, `use one of ${words.join(', ')}`);
}

function wrong(message: string, hint: string): AgentError {
  return new AgentError('SEND_INVALID', message, { hint });
}
