import { unreachable, type Effect } from '@bowline/protocol';
import type { Conditions, Verdict, WordsCondition } from './policy-rule.ts';
import type { ToolPattern } from './tool-pattern.ts';

/** Describes a rule in one line: what it decides, for which calls, and when. */
export function describeRule(decision: Verdict, conditions: Conditions): string {
  const { mcpServer, subagent, annotations, effects, modes, isInteractive, words } = conditions;
  const parts = [
    `${decision} ${conditions.tools.map(toolText).join(', ')}`,
    mcpServer === undefined ? '' : mcpServer === '*' ? 'of any MCP server' : `of MCP server ${mcpServer}`,
    effects.length === 0 ? '' : `that ${effects.map((effect) => effectTexts[effect]).join(', ')}`,
    annotations === undefined
      ? ''
      : `marked ${Object.entries(annotations)
          .map(([key, value]) => `${key}=${String(value)}`)
          .join(', ')}`,
    words === undefined ? '' : wordsText(words),
    conditions.folder === undefined ? '' : `in ${conditions.folder}`,
    subagent === undefined ? '' : `called by ${subagent}`,
    modes.length === 0 ? '' : `in mode ${modes.join(', ')}`,
    isInteractive === undefined ? '' : isInteractive ? 'in interactive sessions' : 'in sessions without a user',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

const effectTexts: Readonly<Record<Effect, string>> = {
  read: 'only reads',
  write: 'writes',
  execute: 'executes',
  network: 'connects',
};

function toolText(pattern: ToolPattern): string {
  switch (pattern.kind) {
    case 'any':
      return 'every tool';
    case 'exact':
      return pattern.name;
    case 'mcp':
      return pattern.server === '*' && pattern.tool === '*' ? 'mcp_*' : `mcp_${pattern.server}_${pattern.tool}`;
    case 'glob':
      return pattern.glob;
    default:
      return unreachable(pattern);
  }
}

function wordsText(words: WordsCondition): string {
  switch (words.kind) {
    case 'args_pattern':
      return `with arguments like /${words.regex.source}/`;
    case 'command_prefix':
      return `of ${words.prefixes.map((prefix) => `"${prefix.join(' ')} …"`).join(', ')}`;
    case 'command_regex':
      return `of commands like /${words.anywhere.source}/`;
    case 'command_exact':
      return `of exactly "${words.words.join(' ')}"`;
    case 'origins':
      return `of pages of ${words.origins.join(', ')}`;
    case 'read_only_command':
      return 'of commands that only read';
    default:
      return unreachable(words);
  }
}
