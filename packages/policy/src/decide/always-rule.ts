import type { ApprovalMode } from '@bowline/protocol';
import { stringify } from 'smol-toml';
import { quoteRegex } from '../rules/linear-regex.ts';
import { SHELL_TOOL } from '../rules/tool-names.ts';
import { alwaysPrefix } from './always-prefix.ts';
import type { PolicyCall } from './policy-call.ts';
import type { PolicyDecision, RuleRef } from './policy-decision.ts';

/** A rule to be saved because a person said "always". */
export interface AlwaysRule {
  /** The text of the `[[rule]]`, to be appended to a policy file of the person. */
  readonly toml: string;
  /** What it will allow, to be shown before they say so. */
  readonly sentence: string;
}

/** Below what people give to the rules that they write themselves, which so stay stronger than a quick answer. */
const PRIORITY = 50;
/** Each plan is agreed on for itself. */
const PLAN_TOOL = 'exit_plan_mode';
/** From the most careful on: an answer holds in the mode it was given in and in freer ones. */
const modesByFreedom: readonly ApprovalMode[] = ['plan', 'default', 'auto_edit', 'yolo'];

/**
 * The rule that "always" would save for a call that was asked about, or undefined where none is safe to offer: programs
 * that run other programs, commands that are hazardous, dangerous, redirected or not understood, the network, plans, and
 * questions that an administrator's rule or a broken policy file has asked.
 */
export function toAlwaysRule(
  call: PolicyCall,
  decision: Pick<PolicyDecision, 'rule'>,
  mode: ApprovalMode,
): AlwaysRule | undefined {
  const priority = priorityOver(decision.rule);
  if (priority === undefined || call.isInsideWorkspace === false) return undefined;
  const modes = modesByFreedom
    .slice(modesByFreedom.indexOf(mode))
    .map((name) => (name === 'auto_edit' ? 'autoEdit' : name));
  const found = whatToAllow(call);
  if (found === undefined) return undefined;
  const { sentence, rules } = found;
  const tables = rules.map((rule) => ({ ...rule, decision: 'allow', priority, modes }));
  return { toml: `${stringify({ rule: tables })}\n`, sentence };
}

/** One more than the rule that asked, where that is the person's own. */
function priorityOver({ tier, priority }: RuleRef): number | undefined {
  if (tier === 'admin' || (tier === 'user' && priority === 999)) return undefined;
  return tier === 'user' ? Math.max(PRIORITY, priority + 1) : PRIORITY;
}

interface ToAllow {
  readonly rules: readonly Readonly<Record<string, string | readonly string[]>>[];
  readonly sentence: string;
}

function whatToAllow(call: PolicyCall): ToAllow | undefined {
  const { tool, mcpServer, effect } = call;
  if (mcpServer !== undefined) {
    const prefix = `mcp_${mcpServer}_`;
    const toolName = tool.startsWith(prefix) ? tool.slice(prefix.length) : tool;
    const sentence = `${toolName} of the MCP server ${mcpServer}, with any arguments`;
    return { rules: [{ mcpName: mcpServer, toolName }], sentence };
  }
  if (tool === SHELL_TOOL) return whatCommands(call);
  if (effect === 'network' || effect === 'execute' || tool === PLAN_TOOL) return undefined;
  return { rules: [{ toolName: tool }], sentence: `${tool} on any file of the workspace` };
}

function whatCommands({ shell }: PolicyCall): ToAllow | undefined {
  if (shell?.kind !== 'understood') return undefined;
  const wanted = shell.commands.filter(({ isReadOnly, writes }) => !isReadOnly || writes.length > 0);
  const prefixes = new Set<string>();
  const exact = new Set<string>();
  for (const command of wanted) {
    const always = alwaysPrefix(command);
    if (always === undefined) return undefined;
    if (always.kind === 'prefix') prefixes.add(always.words.join(' '));
    else exact.add(command.text);
  }
  if (prefixes.size + exact.size === 0) return undefined;
  const rules = [
    ...(prefixes.size === 0 ? [] : [{ toolName: SHELL_TOOL, commandPrefix: [...prefixes] }]),
    ...[...exact].map((text) => ({ toolName: SHELL_TOOL, commandRegex: `${quoteRegex(text)}$` })),
  ];
  const sentence = [
    ...[...prefixes].map((prefix) => `${prefix}, whatever words follow`),
    ...[...exact].map((text) => `exactly ${text}`),
  ].join('; ');
  return { rules, sentence };
}
