import type { ApprovalMode, SandboxProfile, Wall } from '@bowline/protocol';
import type { PolicyCall } from '../decide/policy-call.ts';
import type { PolicyDecision } from '../decide/policy-decision.ts';
import type { ShellCommand } from '../shell/shell-line.ts';
import type { Finding } from '../safety/finding.ts';
import { knownNeed } from './known-needs.ts';

/** What was decided about a command by rules and checks, and what its place in the sandbox depends on. */
export interface SandboxFacts {
  readonly call: PolicyCall;
  readonly decision: PolicyDecision;
  /** After checks; what is denied has no place. */
  readonly verdict: 'allow' | 'ask';
  readonly findings: readonly Finding[];
  readonly mode: ApprovalMode;
  readonly isTrusted: boolean;
  /** It ends by itself and needs nobody: only such a command is tried before anybody is asked. */
  readonly isPlain: boolean;
  /** Nothing leaves the sandbox that a person or a rule has not named. */
  readonly isRequired: boolean;
  /** What it was refused when it ran before, in this call. */
  readonly blocked?: { readonly profile: SandboxProfile; readonly walls: readonly Wall[] } | undefined;
  /** The same command was refused something in an earlier call of the session. */
  readonly wasBlocked: boolean;
}

/** Whether somebody is asked, and how far the command is confined then. */
export interface SandboxPlan {
  readonly verdict: 'allow' | 'ask';
  readonly profile: SandboxProfile;
}

/**
 * Places a command in the sandbox. What only looks runs in `observe`; what a rule or a person allows in `work`, and outside
 * where that was named. What would be asked about only because nobody knows what it does is tried in `observe`, where it
 * can do no harm: it is asked about when it needs more, with what it needs.
 */
export function planSandbox(facts: SandboxFacts): SandboxPlan {
  const { verdict, blocked } = facts;
  if (verdict === 'allow' && isAllowedOutside(facts)) return { verdict, profile: 'open' };
  if (blocked !== undefined) return { verdict: 'ask', profile: profileAfter(blocked) };
  const needsOutside = commandsOf(facts).some((command) => knownNeed(command) === 'outside');
  if (verdict === 'ask') {
    if (facts.call.isInsideWorkspace === false || needsOutside) return { verdict, profile: 'open' };
    return mayTry(facts) ? { verdict: 'allow', profile: 'observe' } : { verdict, profile: 'work' };
  }
  return { verdict, profile: placeAllowed(facts, needsOutside) };
}

function placeAllowed(facts: SandboxFacts, needsOutside: boolean): SandboxProfile {
  const { mode, isRequired } = facts;
  if (!isRequired && mode === 'yolo') return 'open';
  if (onlyReads(facts)) return 'observe';
  return !isRequired && needsOutside ? 'open' : 'work';
}

/** What it may do next: change the workspace where that is all that it was refused, and be outside otherwise. */
function profileAfter({ profile, walls }: NonNullable<SandboxFacts['blocked']>): SandboxProfile {
  const isWork = profile === 'observe' && walls.every(({ need, isInside }) => need === 'write' && isInside);
  return isWork ? 'work' : 'open';
}

/** Every command that does more than read is allowed by a rule that says so. */
function isAllowedOutside({ call, decision }: SandboxFacts): boolean {
  if (call.shell?.kind !== 'understood') return decision.rule.isOutside === true;
  const rules = call.shell.commands.flatMap((command, n) =>
    isReading(command) ? [] : [decision.perCommand?.[n]?.rule.isOutside === true],
  );
  return rules.length > 0 && rules.every(Boolean);
}

function onlyReads({ call: { shell } }: SandboxFacts): boolean {
  return shell?.kind === 'understood' && shell.commands.every(isReading);
}

function isReading({ isReadOnly, writes }: ShellCommand): boolean {
  return isReadOnly && writes.length === 0;
}

function commandsOf({ call: { shell } }: SandboxFacts): readonly ShellCommand[] {
  return shell?.kind === 'understood' ? shell.commands : [];
}

/** Nobody has asked to be asked, nothing is known against it, and nothing is known that it would fail for. */
function mayTry(facts: SandboxFacts): boolean {
  const { decision, findings, mode, isTrusted, isPlain, wasBlocked } = facts;
  if (!isTrusted || !isPlain || wasBlocked || (mode !== 'default' && mode !== 'auto_edit')) return false;
  if (findings.some(({ severity }) => severity === 'danger')) return false;
  const asking = (decision.perCommand ?? []).filter(({ verdict }) => verdict === 'ask');
  if ([decision, ...asking].some(({ rule }) => rule.tier !== 'built_in')) return false;
  return commandsOf(facts).every((command) => command.danger === null && knownNeed(command) === null);
}
