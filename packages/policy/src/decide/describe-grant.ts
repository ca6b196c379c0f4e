import { EDIT_TOOLS } from '../rules/tool-names.ts';
import type { PolicyRule } from '../rules/policy-rule.ts';
import { joinWords } from '../rules/split-words.ts';
import { describeRule } from '../rules/describe-rule.ts';

/** What the rules of a grant cover, as text that follows "Covers:". Does not include the grant's scope. */
export function describeGrant(rules: readonly PolicyRule[]): string {
  return rules.map(describe).join('; ');
}

function describe(rule: PolicyRule): string {
  const { isOutside, hosts } = rule;
  const reaches = hosts.length === 0 ? '' : `, reaching ${list(hosts)}`;
  return `${describeWhat(rule)}${isOutside ? ', outside the sandbox' : reaches}`;
}

function describeWhat({ decision, conditions }: PolicyRule): string {
  const { words, folder, subagent, annotations } = conditions;
  const where = folder === undefined ? '' : ` in ${folder}`;
  // Rules that the user edited or added in the file are described like other rules.
  if (decision !== 'allow' || subagent !== undefined || annotations !== undefined)
    return describeRule(decision, conditions);
  switch (words?.kind) {
    case 'command_prefix':
      return `running ${list(words.prefixes.map((prefix) => quote(joinWords(prefix))))} with any arguments${where}`;
    case 'command_exact':
      return `running exactly ${quote(joinWords(words.words))}${where}`;
    case 'origins':
      return `fetching pages from ${list(words.origins)}`;
    case undefined:
      return describeTools(conditions) ?? describeRule(decision, conditions);
    default:
      return describeRule(decision, conditions);
  }
}

function describeTools({ tools, mcpServer }: PolicyRule['conditions']): string | undefined {
  const names = tools.flatMap((pattern) => (pattern.kind === 'exact' ? [pattern.name] : []));
  if (names.length < tools.length) return undefined;
  const named = list(names.map(quote));
  if (mcpServer !== undefined) return `calling ${named} on the MCP server ${mcpServer} with any arguments`;
  const isEdits = names.length === EDIT_TOOLS.length && EDIT_TOOLS.every((tool) => names.includes(tool));
  return isEdits ? 'edits to any file in the project' : `calling ${named} with any arguments`;
}

function quote(text: string): string {
  return `\`${text}\``;
}

function list(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1) ?? ''}`;
}
