import type { ApprovalMode, SandboxProfile, Wall } from '@bowline/protocol';
import type { PolicyCall } from '../decide/policy-call.ts';
import type { PolicyDecision } from '../decide/policy-decision.ts';
import type { ShellCommand } from '../shell/shell-line.ts';
import type { Finding } from '../safety/finding.ts';
import { knownHosts } from './known-hosts.ts';
import { knownNeed } from './known-needs.ts';

/** The decision of rules and checks about a command, and what else its place in the sandbox depends on. */
export interface SandboxFacts {
  readonly call: PolicyCall;
  readonly decision: PolicyDecision;
  /** The verdict after checks. A denied command has no place in the sandbox. */
  readonly verdict: 'allow' | 'ask';
  readonly findings: readonly Finding[];
  readonly mode: ApprovalMode;
  readonly isTrusted: boolean;
  /** The command ends on its own and needs no input. Only such commands are tried before asking for approval. */
  readonly isPlain: boolean;
  /** The sandbox is required: nothing runs outside it unless the user or a rule names it. */
  readonly isRequired: boolean;
  /** The access that the model requests because the command failed without it. */
  readonly wanted?: 'workspace' | 'outside' | undefined;
  /** What the sandbox refused when the command ran before, in this call. */
  readonly blocked?: Refused | undefined;
  /** What the sandbox refused the last time the same command ran in an earlier call of the session. */
  readonly earlier?: Refused | undefined;
}

/** What the sandbox refused a command, and what access the command had. */
interface Refused {
  readonly profile: SandboxProfile;
  readonly hosts?: readonly string[] | undefined;
  readonly walls: readonly Wall[];
}

/** How far a command is confined, and which hosts it can reach. */
interface Place {
  readonly profile: SandboxProfile;
  /** Hosts that the command can reach. Outside the sandbox it can reach all hosts. */
  readonly hosts: readonly string[];
}

/** Whether the command needs approval, and where it then runs. */
export interface SandboxPlan extends Place {
  readonly verdict: 'allow' | 'ask';
  /**
   * Why approval is needed if no rule requires it: the sandbox refused something, the model wants more access, or a
   * project or extension rule cannot allow this access.
   */
  readonly because?: 'refused' | 'refused_before' | 'wanted' | 'folder';
}

const OPEN: Place = { profile: 'open', hosts: [] };
const OBSERVE: Place = { profile: 'observe', hosts: [] };
const WORK: Place = { profile: 'work', hosts: [] };

/**
 * Places a command in the sandbox. A read-only command runs in `observe`. A command that a rule or the user allows runs
 * in `work` with the hosts that it is known to need, and outside the sandbox only if that was named or nothing less is
 * enough. A command without a rule is tried in `observe`, where it can do no harm, and then needs approval for what the
 * sandbox refused.
 */
export function planSandbox(facts: SandboxFacts): SandboxPlan {
  const plan = planAsDecided(facts);
  // The model's request can only lead to an approval request.
  if (facts.wanted === 'outside' && plan.profile !== 'open') return { verdict: 'ask', because: 'wanted', ...OPEN };
  const isMore = facts.wanted === 'workspace' && plan.profile === 'observe';
  return isMore ? { verdict: 'ask', because: 'wanted', ...WORK } : plan;
}

function planAsDecided(facts: SandboxFacts): SandboxPlan {
  const { verdict, blocked, call, mode } = facts;
  // Plan mode changes nothing, whatever a rule allows. A command that needs more access needs approval.
  if (verdict === 'allow' && blocked === undefined && mode === 'plan') return { verdict, ...OBSERVE };
  if (verdict === 'allow' && isAllowedOutside(facts)) return { verdict, ...OPEN };
  if (blocked !== undefined) return { verdict: 'ask', because: 'refused', ...placeAfter(blocked) };
  if (verdict === 'allow') return planAllowed(facts);
  if (call.isInsideWorkspace === false) return { verdict, ...OPEN };
  if (facts.earlier !== undefined) return { verdict, because: 'refused_before', ...placeAfter(facts.earlier) };
  const outside = placeOutside(facts);
  if (outside !== undefined) return { verdict, ...outside };
  return mayTry(facts) ? { verdict: 'allow', ...OBSERVE } : { verdict, ...WORK };
}

/** A project policy may allow commands in the sandbox, but not network access or running outside it. */
function planAllowed(facts: SandboxFacts): SandboxPlan {
  const place = placeAllowed(facts);
  if (isOfFolder(facts) && isBeyondWork(place)) return { verdict: 'ask', because: 'folder', ...place };
  return { verdict: 'allow', ...place };
}

/** Whether a rule of the project or an extension allows some part of the command. */
function isOfFolder({ decision, mode }: SandboxFacts): boolean {
  return mode !== 'yolo' && [decision, ...(decision.perCommand ?? [])].some(({ rule }) => isForeign(rule.tier));
}

function isForeign(tier: PolicyDecision['rule']['tier']): boolean {
  return tier === 'workspace' || tier === 'extension';
}

function isBeyondWork({ profile, hosts }: Place): boolean {
  return profile === 'open' || hosts.length > 0;
}

function placeAllowed(facts: SandboxFacts): Place {
  const { mode, isRequired, decision } = facts;
  if (!isRequired && mode === 'yolo') return OPEN;
  if (onlyReads(facts)) return OBSERVE;
  const named = [decision, ...(decision.perCommand ?? [])].flatMap(({ rule }) => rule.hosts ?? []);
  if (named.length > 0) return { profile: 'work', hosts: [...new Set(named)] };
  const outside = placeOutside(facts);
  return outside === undefined || (isRequired && outside.profile === 'open') ? WORK : outside;
}

/**
 * Where a line runs if one of its commands is known to need more than the workspace: in `work` with its hosts if all of
 * them are known, otherwise outside the sandbox.
 */
function placeOutside(facts: SandboxFacts): Place | undefined {
  const needing = commandsOf(facts).filter((command) => knownNeed(command) === 'outside');
  if (needing.length === 0) return undefined;
  const hosts = needing.map(knownHosts);
  const known = hosts.filter((each) => each !== null);
  return known.length < hosts.length ? OPEN : { profile: 'work', hosts: [...new Set(known.flat())] };
}

/**
 * The next place after a refusal. If the sandbox can grant something that it refused, the command gets exactly that.
 * Otherwise it runs outside. Granting a host again that the command already had would not help.
 */
function placeAfter({ profile, hosts = [], walls }: Refused): Place {
  const wanted = walls.flatMap(({ need, target }) => (need === 'network' && target !== null ? [target] : []));
  const more = wanted.filter((host) => !hosts.includes(host));
  const isFile = ({ need, isInside }: Wall): boolean => (need === 'write' || need === 'read') && isInside;
  const isMore = more.length > 0 || (profile === 'observe' && walls.some(isFile));
  return isMore ? { profile: 'work', hosts: [...new Set([...hosts, ...more])] } : OPEN;
}

/** Whether every command that does more than read is allowed by a rule that lets it run outside the sandbox. */
function isAllowedOutside({ call, decision, mode }: SandboxFacts): boolean {
  if (mode === 'plan') return false;
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

/**
 * Whether a command may run in `observe` before approval: only built-in rules require it, no danger was found, and
 * nothing suggests that the command would fail.
 */
function mayTry(facts: SandboxFacts): boolean {
  const { decision, findings, mode, isTrusted, isPlain } = facts;
  if (!isTrusted || !isPlain || !['default', 'auto_edit', 'preview'].includes(mode)) return false;
  if (findings.some(({ severity }) => severity === 'danger')) return false;
  const asking = (decision.perCommand ?? []).filter(({ verdict }) => verdict === 'ask');
  if ([decision, ...asking].some(({ rule }) => rule.tier !== 'built_in')) return false;
  return commandsOf(facts).every((command) => command.danger === null && knownNeed(command) === null);
}
