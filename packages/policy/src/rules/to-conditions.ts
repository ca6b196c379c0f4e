import type { Effect } from '@bowline/protocol';
import { compileRegex, type LinearRegex } from './linear-regex.ts';
import { nearestNames } from '@bowline/protocol';
import type { Conditions, WordsCondition } from './policy-rule.ts';
import type { RuleFields } from './rule-schema.ts';
import { splitWords } from './split-words.ts';
import { knownTools, SHELL_TOOL } from './tool-names.ts';
import { parseToolPattern } from './tool-pattern.ts';

/** The conditions of a rule or a checker, as written. */
type ConditionFields = Pick<RuleFields, 'toolName' | 'mcpName' | 'toolAnnotations' | 'modes'> &
  Pick<RuleFields, 'argsPattern' | 'commandPrefix' | 'commandRegex'> &
  Partial<Pick<RuleFields, 'subagent' | 'interactive' | 'effect' | 'commandIsReadOnly'>> &
  Partial<Pick<RuleFields, 'commandExact' | 'folder' | 'origin'>>;

/** Receives problems with keys, and notices about likely mistakes. */
export interface Report {
  problem(key: string, message: string, hint: string): void;
  notice(key: string, message: string, hint: string): void;
}

/** Compiles the conditions of a table. Reports invalid ones and then returns undefined. */
export function toConditions(fields: ConditionFields, report: Report): Conditions | undefined {
  const tools = toolsOf(fields, report);
  const words = toWordsCondition(fields, report);
  if (tools === undefined || words === 'wrong') return undefined;
  return {
    tools: tools.map(parseToolPattern),
    mcpServer: fields.mcpName,
    subagent: fields.subagent,
    annotations: fields.toolAnnotations,
    effects: toList<Effect>(fields.effect),
    modes: fields.modes,
    isInteractive: fields.interactive,
    folder: fields.folder,
    words,
  };
}

function toList<Item>(value: Item | readonly Item[] | undefined): readonly Item[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as readonly Item[]) : [value as Item];
}

function toolsOf(fields: ConditionFields, report: Report): readonly string[] | undefined {
  const { commandPrefix, commandRegex, commandExact } = fields;
  const speaksOfCommands = [commandPrefix, commandRegex, commandExact].some((field) => field !== undefined);
  const tools = toList<string>(fields.toolName);
  if (speaksOfCommands || fields.commandIsReadOnly) {
    if (tools.some((tool) => tool !== SHELL_TOOL) || fields.mcpName !== undefined) {
      const hint = `Write toolName = "${SHELL_TOOL}", and another rule for other tools.`;
      report.problem('toolName', `commandPrefix and commandRegex are only for ${SHELL_TOOL}`, hint);
      return undefined;
    }
    return [SHELL_TOOL];
  }
  if (tools.length === 0 && fields.mcpName === undefined) {
    report.problem('', 'the rule names no tool', 'Add toolName = "*" for every tool, or mcpName = "server".');
    return undefined;
  }
  if (fields.mcpName === undefined) for (const tool of tools) noticeMistake(tool, report);
  return tools.length === 0 ? ['*'] : tools;
}

/** An unknown tool name is not an error, but a deny rule with a typo denies nothing. */
function noticeMistake(tool: string, report: Report): void {
  if (knownTools.includes(tool) || tool.startsWith('mcp_') || tool.includes('*')) return;
  const alike = knownTools.filter(
    (name) => name.startsWith(tool.charAt(0)) && Math.abs(name.length - tool.length) <= 3,
  );
  const [near] = nearestNames(tool, alike);
  if (near !== undefined) report.notice('toolName', `there is no built-in tool "${tool}"`, `Did you mean "${near}"?`);
  if (tool.includes('__'))
    report.notice(
      'toolName',
      `"${tool}" is an outdated way to name an MCP tool`,
      'Write mcpName = "server" and toolName = "tool".',
    );
}

function toWordsCondition(fields: ConditionFields, report: Report): WordsCondition | undefined | 'wrong' {
  const { argsPattern, commandPrefix, commandRegex, commandIsReadOnly, commandExact, origin } = fields;
  const all = { argsPattern, commandPrefix, commandRegex, commandIsReadOnly, commandExact, origin };
  const given = Object.entries(all).filter(([, value]) => value !== undefined);
  if (given.length > 1) {
    const names = given.map(([key]) => key).join(' and ');
    report.problem(given[1]?.[0] ?? '', `${names} cannot be used in the same rule`, 'Write one rule for each.');
    return 'wrong';
  }
  if (commandPrefix !== undefined) return toPrefixes(toList<string>(commandPrefix), report);
  if (commandRegex !== undefined) return toCommandRegex(commandRegex, report);
  if (commandIsReadOnly) return { kind: 'read_only_command' };
  if (commandExact !== undefined) return toExact(commandExact, report);
  if (origin !== undefined) return { kind: 'origins', origins: toList<string>(origin) };
  if (argsPattern === undefined) return undefined;
  const regex = toRegex(argsPattern, 'argsPattern', report);
  return regex === undefined ? 'wrong' : { kind: 'args_pattern', regex };
}

function toPrefixes(texts: readonly string[], report: Report): WordsCondition | 'wrong' {
  const prefixes: (readonly string[])[] = [];
  for (const text of texts) {
    const split = splitWords(text);
    if (!split.ok) {
      const hint =
        'A prefix is the first words of one command, such as "git log"; each command of a line is judged by itself.';
      report.problem('commandPrefix', `"${text}" is not the beginning of a command: ${split.why}`, hint);
      return 'wrong';
    }
    if (split.words.at(-1) === '*')
      report.notice(
        'commandPrefix',
        `"${text}" ends in a star, which is taken literally`,
        'Remove the star: more words may always follow.',
      );
    prefixes.push(split.words);
  }
  return { kind: 'command_prefix', prefixes };
}

function toExact(text: string, report: Report): WordsCondition | 'wrong' {
  const split = splitWords(text);
  if (split.ok) return { kind: 'command_exact', words: split.words };
  report.problem(
    'commandExact',
    `"${text}" is not one command: ${split.why}`,
    'Write one command as you would type it.',
  );
  return 'wrong';
}

function toCommandRegex(source: string, report: Report): WordsCondition | 'wrong' {
  const anywhere = toRegex(source, 'commandRegex', report);
  if (anywhere === undefined) return 'wrong';
  const onText = toRegex(`^(?:${source})`, 'commandRegex', report);
  const onJson = toRegex(String.raw`\x00"command":"(?:${source})`, 'commandRegex', report);
  if (onText === undefined || onJson === undefined) return 'wrong';
  return { kind: 'command_regex', onText, onJson, anywhere };
}

function toRegex(source: string, key: string, report: Report): LinearRegex | undefined {
  const compiled = compileRegex(source);
  if (compiled.ok) return compiled.regex;
  report.problem(key, `${key} cannot be used: ${compiled.message}`, compiled.hint);
  return undefined;
}
