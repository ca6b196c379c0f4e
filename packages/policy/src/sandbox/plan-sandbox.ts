import type { ApprovalMode, SandboxProfile, Wall } from '@bowline/protocol';
import type { PolicyCall } from '../decide/policy-call.ts';
import type { PolicyDecision } from '../decide/policy-decision.ts';
import type { ShellCommand } from '../shell/shell-line.ts';
import type { Finding } from '../safety/finding.ts';
import { knownHosts } from './known-hosts.ts';
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
  /** It ends by itself and needs no input: only such a command is tried before asking. */
  readonly isPlain: boolean;
  /** Nothing leaves the sandbox that a person or a rule has not named. */
  readonly isRequired: boolean;
  /** What the model says that it needs, because it failed without. */
  readonly wanted?: 'workspace' | 'outside' | undefined;
  /** What it was refused when it ran before, in this call. */
  readonly blocked?: Refused | undefined;
  /** What the same command was refused in an earlier call of the session, the last time. */
  readonly earlier?: Refused | undefined;
}

/** What a command was refused, and what it had. */
interface Refused {
  readonly profile: SandboxProfile;
  readonly hosts?: readonly string[] | undefined;
  readonly walls: readonly Wall[];
}

/** How far a command is confined, and what it reaches all the same. */
interface Place {
  readonly profile: SandboxProfile;
  /** Hosts that it reaches; outside of the sandbox it reaches what it likes. */
  readonly hosts: readonly string[];
}

/** Whether a person is asked, and where the command runs then. */
export interface SandboxPlan extends Place {
  readonly verdict: 'allow' | 'ask';
  /** Why a person is asked where that is not for a rule: it was refused something, the model wants more, or a folder cannot allow it. */
  readonly because?: 'refused' | 'refused_before' | 'wanted' | 'folder';
}

const OPEN: Place = { profile: 'open', hosts: [] };
const OBSERVE: Place = { profile: 'observe', hosts: [] };
const WORK: Place = { profile: 'work', hosts: [] };

/**
 * Places a command in the sandbox. What only reads runs in `observe`. What a rule or a person allows runs in `work` with
 * the hosts that it is known to need, and outside where that was named or nothing less would do. A command that no rule
 * knows is tried in `observe`, where it can do no harm, and asked about with what it was refused.
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
  // Planning changes nothing, whatever a rule allows: what needs more is asked about.
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

/** A folder may say what runs in the sandbox, and not what leaves it. */
function planAllowed(facts: SandboxFacts): SandboxPlan {
  const place = placeAllowed(facts);
  if (isOfFolder(facts) && isBeyondWork(place)) return { verdict: 'ask', because: 'folder', ...place };
  return { verdict: 'allow', ...place };
}

/** Something in it is allowed by the folder itself, or an extension. */
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

/** Where a line runs of which something is known to need more than the workspace: with hosts, if all of them are known. */
function placeOutside(facts: SandboxFacts): Place | undefined {
  const needing = commandsOf(facts).filter((command) => knownNeed(command) === 'outside');
  if (needing.length === 0) return undefined;
  const hosts = needing.map(knownHosts);
  const known = hosts.filter((each) => each !== null);
  return known.length < hosts.length ? OPEN : { profile: 'work', hosts: [...new Set(known.flat())] };
}

/**
 * What it may do next: as long as the sandbox can give it something that it was refused, that and no more, and be outside
 * otherwise. A host that it had been given already is not reached by more of the same.
 */
function placeAfter({ profile, hosts = [], walls }: Refused): Place {
  const wanted = walls.flatMap(({ need, target }) => (need === 'network' && target !== null ? [target] : []));
  const more = wanted.filter((host) => !hosts.includes(host));
  const isFile = ({ need, isInside }: Wall): boolean => (need === 'write' || need === 'read') && isInside;
  const isMore = more.length > 0 || (profile === 'observe' && walls.some(isFile));
  return isMore ? { profile: 'work', hosts: [...new Set([...hosts, ...more])] } : OPEN;
}

/** Every command that does more than read is allowed by a rule that says so. */
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

/** No rule requires approval, nothing is known against it, and nothing suggests that it would fail. */
function mayTry(facts: SandboxFacts): boolean {
  const { decision, findings, mode, isTrusted, isPlain } = facts;
  if (!isTrusted || !isPlain || (mode !== 'default' && mode !== 'auto_edit')) return false;
  if (findings.some(({ severity }) => severity === 'danger')) return false;
  const asking = (decision.perCommand ?? []).filter(({ verdict }) => verdict === 'ask');
  if ([decision, ...asking].some(({ rule }) => rule.tier !== 'built_in')) return false;
  return commandsOf(facts).every((command) => command.danger === null && knownNeed(command) === null);
}
