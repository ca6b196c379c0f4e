import { unreachable } from '@bowline/protocol';
import type { Conditions, WordsCondition } from '../rules/policy-rule.ts';
import { meansServer, meansTool, meansToolOfServer } from '../rules/tool-pattern.ts';
import type { ShellCommand } from '../shell/shell-line.ts';
import { beginsWith, couldBeginWith, mentions } from './match-command.ts';
import type { Question } from './question.ts';

/** Whether conditions hold. `unsure` counts as a match for restricting rules, and as no match for rules that allow. */
export type Match = 'yes' | 'no' | 'unsure';

/**
 * Whether conditions hold for a question. A restricting rule (`isLoose`) matches everything that it could mean, a rule
 * that allows only what it certainly means.
 */
export function matchRule(conditions: Conditions, question: Question, isLoose: boolean): Match {
  return speaksOf(conditions, question, isLoose) ? matchWords(conditions, question, isLoose) : 'no';
}

/**
 * Whether all conditions hold except those on the words of the call. The result is the same for every command of a
 * line.
 */
export function speaksOf(conditions: Conditions, question: Question, isLoose: boolean): boolean {
  return holdsAround(conditions, question) && holdsForTool(conditions, question, isLoose);
}

/** Whether the conditions on the words of the call hold. */
export function matchWords({ words }: Conditions, question: Question, isLoose: boolean): Match {
  const { subject } = question;
  if (words === undefined) return 'yes';
  switch (subject.kind) {
    case 'call':
      return matchCall(words, question);
    case 'command':
      return matchCommand(words, subject.command, { question, isLoose });
    case 'line':
      return isLoose ? matchLine(words, question) : 'no';
    default:
      return unreachable(subject);
  }
}

function matchCall(words: WordsCondition, question: Question): Match {
  if (words.kind === 'args_pattern') return toMatch(question.test(words.regex, question.argsText()));
  const { urls = [] } = question.call;
  return words.kind === 'origins' && urls.length > 0 && urls.every((url) => words.origins.includes(originOf(url)))
    ? 'yes'
    : 'no';
}

/** An invalid URL has no origin. */
function originOf(url: string): string {
  return URL.parse(url)?.origin ?? '';
}

function holdsAround({ modes, isInteractive, subagent, effects }: Conditions, { call, context }: Question): boolean {
  if (modes.length > 0 && !modes.includes(context.mode) && !holdsInPreview(modes, context)) return false;
  if (isInteractive !== undefined && isInteractive !== context.isInteractive) return false;
  if (subagent !== undefined && subagent !== call.subagent) return false;
  return effects.length === 0 || effects.includes(call.effect);
}

function holdsForTool(conditions: Conditions, { tool, call }: Question, isLoose: boolean): boolean {
  const { tools, mcpServer, annotations } = conditions;
  const means = mcpServer === undefined ? meansTool : meansToolOfServer;
  if (mcpServer !== undefined && !meansServer(mcpServer, tool, isLoose)) return false;
  if (!tools.some((pattern) => means(pattern, tool, isLoose))) return false;
  return Object.entries(annotations ?? {}).every(([key, value]) => call.annotations?.[key] === value);
}

function toMatch(isFound: boolean | undefined): Match {
  if (isFound === undefined) return 'unsure';
  return isFound ? 'yes' : 'no';
}

function matchCommand(
  words: WordsCondition,
  command: ShellCommand,
  { question, isLoose }: { readonly question: Question; readonly isLoose: boolean },
): Match {
  const spellings = isLoose ? question.spellings() : [command.text];
  switch (words.kind) {
    case 'command_prefix':
      return matchPrefixes(words.prefixes, command, { question, isLoose });
    case 'command_exact':
      return isSame(command.argv, words.words) ? 'yes' : 'no';
    case 'origins':
      return 'no';
    case 'read_only_command':
      return isOnlyRead(command) ? 'yes' : 'no';
    case 'args_pattern':
      return anyOf(spellings, (text) => question.test(words.regex, question.argsText(text)));
    case 'command_regex':
      return anyOf(spellings, (text) => {
        const isFound = either(
          question.test(words.onText, text),
          question.test(words.onJson, question.commandText(text)),
        );
        return isLoose && command.hazard !== null ? either(isFound, question.test(words.anywhere, text)) : isFound;
      });
    default:
      return unreachable(words);
  }
}

/** A hazardous command may start another one that its words name, so restricting rules search all of its words. */
function matchPrefixes(
  prefixes: readonly (readonly string[])[],
  { argv, hazard }: ShellCommand,
  { question, isLoose }: { readonly question: Question; readonly isLoose: boolean },
): Match {
  if (!isLoose) return prefixes.some((prefix) => beginsWith(argv, prefix)) ? 'yes' : 'no';
  if (prefixes.some((prefix) => couldBeginWith(argv, prefix))) return 'yes';
  if (hazard === null) return 'no';
  const rough = question.roughWords();
  if (rough === undefined) return 'unsure';
  return prefixes.some((prefix) => mentions(rough, prefix)) ? 'yes' : 'no';
}

function isSame(argv: readonly string[], words: readonly string[]): boolean {
  return argv.length === words.length && beginsWith(argv, words);
}

function isOnlyRead({ isReadOnly, writes, hazard, danger }: ShellCommand): boolean {
  return isReadOnly && writes.length === 0 && hazard === null && danger === null;
}

function either(a: boolean | undefined, b: boolean | undefined): boolean | undefined {
  return a === true || b === true ? true : a === undefined || b === undefined ? undefined : false;
}

function anyOf(texts: readonly string[], test: (text: string) => boolean | undefined): Match {
  const found = texts.map(test);
  if (found.includes(true)) return 'yes';
  return found.includes(undefined) ? 'unsure' : 'no';
}

/** Twice the length of the longest line that is understood. Longer lines are not searched for what rules name. */
const LONGEST_LINE = 16 * 1024;

/** Conditions that only grants and the built-in policy have never match a line that is not understood. */
function speaksOfText(words: WordsCondition): words is Extract<WordsCondition, { kind: TextKind }> {
  return words.kind !== 'read_only_command' && words.kind !== 'command_exact' && words.kind !== 'origins';
}
type TextKind = 'args_pattern' | 'command_prefix' | 'command_regex';

/** A line that cannot be analyzed may match any rule. */
function matchLine(words: WordsCondition, question: Question): Match {
  const text = question.subject.kind === 'line' ? question.subject.text : '';
  if (!speaksOfText(words)) return 'no';
  if (text.length > LONGEST_LINE) return 'unsure';
  switch (words.kind) {
    case 'command_prefix': {
      const rough = question.roughWords();
      return rough !== undefined && words.prefixes.some((prefix) => mentions(rough, prefix)) ? 'yes' : 'unsure';
    }
    case 'command_regex': {
      const isFound = either(
        question.test(words.anywhere, text),
        question.test(words.onJson, question.commandText(text)),
      );
      return isFound === true ? 'yes' : 'unsure';
    }
    case 'args_pattern':
      return question.test(words.regex, question.argsText()) === true ? 'yes' : 'unsure';
    default:
      return unreachable(words);
  }
}

/** What cannot be pending is decided as in the default mode. */
function holdsInPreview(modes: Conditions['modes'], { mode }: Question['context']): boolean {
  return mode === 'preview' && modes.includes('default');
}
