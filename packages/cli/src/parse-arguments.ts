import { approvalModes, nearestNames, type AgentError } from '@bowline/protocol/plain';
import { outputFormats, type CliArguments, type PromptArguments } from './command.ts';
import { usageError } from './texts/error-text.ts';
import { usageTexts } from './texts/usage-texts.ts';
import { commandNames, usageOf } from './usage/command-table.ts';
import { describeGeminiCommand } from './usage/gemini-only.ts';
import { parseOptions, type ParsedOptions } from './usage/parse-options.ts';
import { promptOptions } from './usage/prompt-options.ts';
import { toSandbox } from './usage/to-sandbox.ts';

/**
 * Parses a command line. Throws an error with a hint, before anything is opened. At a terminal, everything without `-p`
 * is an interactive session.
 */
export function parseArguments(argv: readonly string[], { isTerminal = false } = {}): CliArguments {
  const command = commandNames.find((name) => name === argv[0]);
  if (command !== undefined) return { command, words: argv.slice(1) };
  const { values, positionals } = parseOptions(withDefaults(argv), promptOptions, usageTexts.listOptions);
  const format = oneOf('--output-format', values['output-format'], outputFormats);
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
    ignoresOldCommands: values['ignore-old-commands'],
    compact: values.compact,
    directories: toPaths(values['include-directories']),
    workspace: values.workspace,
    limits: {
      maxSteps: countOf('--max-turns', values['max-turns']),
      maxTokens: countOf('--max-tokens', values['max-tokens']),
      maxCost: costOf(values['max-cost']),
      maxSeconds: secondsOf(values['max-time']),
    },
    loopDetection: values['no-loop-detection'] ? false : undefined,
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

/** Paths that are repeated or separated by commas. */
export function toPaths(lists: readonly string[]): readonly string[] {
  return lists
    .flatMap((list) => list.split(','))
    .map((path) => path.trim())
    .filter((path) => path !== '');
}

type Values = ParsedOptions<typeof promptOptions>['values'];

function textOf({ prompt = '', 'prompt-interactive': first = '' }: Values, words: readonly string[]): string {
  return [prompt, first, ...words].filter((word) => word !== '').join(' ');
}

/**
 * Refuses words that look like a mistyped command, so that they are not sent as a prompt: a single word, or a name
 * close to a command followed by one of its subcommands.
 */
function checkWords({ prompt, 'prompt-interactive': first }: Values, words: readonly string[]): void {
  const [word = '', next = ''] = words;
  if (word === '' || prompt !== undefined || first !== undefined || /\s/.test(word)) return;
  const ofGemini = describeGeminiCommand(words);
  if (ofGemini !== undefined) throw usageError(ofGemini);
  const [near] = nearestNames(word, commandNames);
  const isMeant = near !== undefined && Object.hasOwn(usageOf(near).verbs ?? {}, next);
  if (words.length === 1 || isMeant) throw unknownCommand(words, near);
}

function unknownCommand(words: readonly string[], near: string | undefined): AgentError {
  const guess = near === undefined ? undefined : [near, ...words.slice(1)].join(' ');
  const quoted = words.join(' ').replaceAll("'", String.raw`'\''`);
  return usageError(usageTexts.unknownCommand(words[0] ?? '', quoted, guess));
}

function checkTogether(values: Values): void {
  if (values['session-id'] !== undefined && values.resume !== undefined)
    throw usageError(usageTexts.exclusive('--session-id', '--resume'));
  if (values.compact !== undefined && values.resume === undefined)
    throw usageError(usageTexts.needsResume('--compact'));
  if (values.takeover && values.resume === undefined) throw usageError(usageTexts.needsResume('--takeover'));
  if (values['ignore-old-commands'] && values.resume === undefined)
    throw usageError(usageTexts.needsResume('--ignore-old-commands'));
}

/** At a terminal, everything that is not printed is an interactive session. */
function wantsScreen(values: Values, isTerminal: boolean): boolean {
  const isAsked = values['prompt-interactive'] !== undefined;
  if (isAsked && values.prompt !== undefined)
    throw usageError(usageTexts.exclusive('--prompt-interactive', '--prompt'));
  if (isAsked && values['json-schema'] !== undefined) throw usageError(usageTexts.schemaOnScreen);
  if (isAsked && !isTerminal) throw usageError(usageTexts.needsTerminal('--prompt-interactive'));
  const isPrinted =
    values.prompt !== undefined ||
    values.compact !== undefined ||
    values['json-schema'] !== undefined ||
    values['output-format'] !== 'text';
  return isTerminal && !isPrinted;
}

/** Fills in optional values: `--resume` means the latest session, `--compact` no focus, `--sandbox` required. */
function withDefaults(argv: readonly string[]): string[] {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  return argv.flatMap((word, n) => {
    if (n >= end) return [word];
    const next = argv[n + 1];
    const isBare = next === undefined || next.startsWith('-');
    // Its value is never the next word, as in Gemini CLI, where the flag has no value.
    if (word === '-s' || word === '--sandbox') return ['--sandbox=required'];
    if (word === '--no-sandbox') return ['--sandbox=off'];
    if (isBare && (word === '-r' || word === '--resume')) return [word, 'latest'];
    return isBare && word === '--compact' ? ['--compact='] : [word];
  });
}

function modeOf(text: string | undefined, isYolo: boolean): PromptArguments['mode'] {
  if (text === undefined) return isYolo ? 'yolo' : undefined;
  if (isYolo) throw usageError(usageTexts.exclusive('--yolo', '--approval-mode'));
  return oneOf('--approval-mode', text, approvalModes);
}

function countOf(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw usageError(usageTexts.badNumber(flag, text));
}

function costOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const cost = Number(text.replace(/^\$/, ''));
  if (Number.isFinite(cost) && cost > 0) return cost;
  throw usageError(usageTexts.badCost(text));
}

/** `90`, `90s`, `10m` or `1h`, in seconds. */
function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, count, unit = 's'] = /^(\d+(?:\.\d+)?)([smh])?$/.exec(text) ?? [];
  const seconds = Number(count) * { s: 1, m: 60, h: 3600 }[unit as 's' | 'm' | 'h'];
  if (seconds > 0) return seconds;
  throw usageError(usageTexts.badTime(text));
}

function quotaOf(text: string | undefined): PromptArguments['onQuota'] {
  return text === undefined ? undefined : oneOf('--on-quota', text, ['wait', 'fail'] as const);
}

function oneOf<Word extends string>(flag: string, text: string, words: readonly Word[]): Word {
  const word = words.find((known) => known === text);
  if (word !== undefined) return word;
  throw usageError(usageTexts.badValue(flag, text, words));
}
