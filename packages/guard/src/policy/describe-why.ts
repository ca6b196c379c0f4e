import { basename } from 'node:path';
import { unreachable, type ApprovalMode, type Effect } from '@bowline/protocol';
import type { PolicyDecision, RuleRef } from '@bowline/policy';

/** The call that needs approval, as far as the reason names it. */
export interface AskedCall {
  readonly name: string;
  readonly effect: Effect;
}

/** Why a call needs approval, as a sentence for the user: the mode, a rule and where it is, or a safety check. */
export function describeWhy({ rule, notes, verdict }: PolicyDecision, call: AskedCall, mode: ApprovalMode): string {
  // The rules allow it; only a finding, which is shown above, asks.
  if (verdict === 'allow') return 'a safety check found a risk';
  if (rule.decision === 'allow') return notes.at(-1) ?? `${placeOf(rule)} does not cover all of it`;
  if (rule.line === 0) return `no rule allows ${call.name}`;
  return rule.tier === 'built_in' ? describeMode(call, mode) : `${placeOf(rule)}: ${patternOf(rule)} asks`;
}

function describeMode({ name, effect }: AskedCall, mode: ApprovalMode): string {
  if (name === 'exit_plan_mode') return 'leaving plan mode needs your approval';
  if (name === 'apply_changes') return 'pending changes need your approval';
  return `${mode} mode asks before ${whatOf(name, effect)}`;
}

const calls: Readonly<Record<string, string>> = {
  web_fetch: 'fetching pages',
  save_memory: 'saving memory',
  activate_skill: 'using skills',
};

function whatOf(name: string, effect: Effect): string {
  const own = Object.hasOwn(calls, name) ? calls[name] : undefined;
  if (own !== undefined) return own;
  if (name.startsWith('mcp_')) return 'MCP tools';
  switch (effect) {
    case 'write':
      return 'edits';
    case 'execute':
      return 'commands';
    case 'network':
      return 'network access';
    case 'read':
      return name;
    default:
      return unreachable(effect);
  }
}

const owners: Readonly<Record<RuleRef['tier'], string>> = {
  built_in: 'the built-in policy',
  extension: "an extension's policy",
  workspace: "this project's policy",
  user: 'your policy',
  admin: "your administrator's policy",
};

function placeOf({ tier, file, line }: RuleRef): string {
  return tier === 'built_in' ? owners.built_in : `${owners[tier]} ${basename(file)}:${line}`;
}

/** What the rule is about, without its verdict. A command is enough by itself. */
function patternOf({ text }: RuleRef): string {
  return text.replace(/^ask (?:run_shell_command of )?/, '');
}
