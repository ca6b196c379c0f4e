import type { CredentialUse, SandboxProfile, Wall } from '@bowline/protocol';
import { planSandbox, type Finding, type PolicyCall, type PolicyDecision } from '@bowline/policy';
import type { Decide } from '@bowline/runtime';
import { relative } from 'node:path';

/** What confines commands here, as far as deciding goes. */
export interface CommandSandbox {
  /** Undefined when it holds; else why not, in words for a person. */
  readonly problem: () => Promise<string | undefined>;
  /** What cannot be confined is not run. */
  readonly isRequired: boolean;
  /** Hosts that every command in `work` reaches. */
  readonly hosts: readonly string[];
  /** Tokens that a command can use in its place. */
  readonly credentialsFor: (place: {
    readonly profile: SandboxProfile;
    readonly hosts: readonly string[];
  }) => Promise<readonly CredentialUse[]>;
}

/** A command that rules and checks have let through. */
export interface LetThrough {
  readonly call: Parameters<Decide>[0];
  readonly asked: PolicyCall;
  readonly decision: PolicyDecision;
  readonly verdict: 'allow' | 'ask';
  readonly findings: readonly Finding[];
  readonly mode: Parameters<Decide>[1]['mode'];
  /** No checker of a policy had anything against it. */
  readonly isUnchecked: boolean;
  /** Commands of the session that the sandbox has refused something. */
  readonly blocked: NonNullable<Parameters<Decide>[1]['blocked']>;
}

/** The same with its place in the sandbox; without a profile where nothing confines it. */
export interface Placed {
  readonly verdict: 'allow' | 'ask';
  readonly findings: readonly Finding[];
  readonly profile?: SandboxProfile | undefined;
  /** Hosts that it reaches from the sandbox. */
  readonly hosts?: readonly string[] | undefined;
  /** Those of them that it is given beyond what every command reaches. */
  readonly given?: readonly string[] | undefined;
  /** Tokens that it can use at some of them. */
  readonly credentials?: readonly CredentialUse[] | undefined;
}

/** Where a command runs, and whether somebody is asked about that; what it was refused before is part of the question. */
export async function placeCommand(
  { call, asked, decision, verdict, findings, mode, isUnchecked, blocked }: LetThrough,
  {
    sandbox,
    workspace,
    isTrusted,
  }: { readonly sandbox: CommandSandbox; readonly workspace: string; readonly isTrusted: boolean },
): Promise<Placed> {
  const { command, is_background: isBackground, tty, needs } = call.args;
  const before = call.blocked ?? undefined;
  const earlier = blocked.find((each) => each.command === command);
  const plan = planSandbox({
    call: asked,
    decision,
    verdict,
    findings,
    mode,
    isTrusted,
    isPlain: isBackground !== true && tty !== true && isUnchecked,
    isRequired: sandbox.isRequired,
    wanted: wantedOf(needs),
    blocked: before,
    earlier,
  });
  const told = describeRefused(before ?? (plan.verdict === 'ask' ? earlier : undefined), workspace);
  const repeats = hasRun(before) ? [warn('it ran once already: running it again repeats what it did')] : [];
  const { verdict: planned, profile, hosts: given } = plan;
  const hosts = profile === 'work' ? [...new Set([...sandbox.hosts, ...given])] : [];
  const credentials = await sandbox.credentialsFor({ profile, hosts });
  return { verdict: planned, profile, hosts, given, credentials, findings: [...told, ...repeats, ...findings] };
}

type Blocked = Pick<LetThrough['blocked'][number], 'profile' | 'walls'>;

function describeRefused(blocked: Blocked | undefined, workspace: string): readonly Finding[] {
  return (blocked?.walls ?? []).map((wall) => warn(describeWall(wall, workspace)));
}

/** In `observe` nothing that it did lasts, and what could not be confined did not begin. */
function hasRun(blocked: Blocked | undefined): boolean {
  return blocked?.profile === 'work' && !blocked.walls.some(({ need }) => need === 'outside');
}

function wantedOf(needs: unknown): 'workspace' | 'outside' | undefined {
  return needs === 'workspace' || needs === 'outside' ? needs : undefined;
}

const warn = (message: string): Finding => ({ check: 'sandbox', severity: 'warning', message });

/** What a command was refused, as what it needs. */
function describeWall(wall: Wall, workspace: string): string {
  const what = toTarget(wall, workspace);
  switch (wall.need) {
    case 'write':
      return `it needs to write ${what ?? 'files'}`;
    case 'read':
      return `it needs to read ${what ?? 'files outside the sandbox'}`;
    case 'network':
      return describeReach(what, wall.isPrivate ?? false);
    case 'service':
      return `it needs a service of this machine, at ${what ?? 'a socket'}`;
    case 'outside':
      return `it cannot run in the sandbox: ${what ?? 'the system refused'}`;
  }
}

function describeReach(host: string | null, isPrivate: boolean): string {
  if (host === null) return 'it needs the network';
  return isPrivate
    ? `it needs to reach ${host}, which is on a private network here; security.sandboxHosts in your settings allows that`
    : `it needs the network, to reach ${host}`;
}

function toTarget({ target, isInside }: Wall, workspace: string): string | null {
  return target === null || !isInside ? target : relative(workspace, target) || '.';
}
