import { showPath, type CredentialUse, type SandboxProfile } from '@bowline/protocol';
import { planSandbox, type Finding, type PolicyCall, type PolicyDecision, type SandboxPlan } from '@bowline/policy';
import type { Decide } from '@bowline/runtime';
import { describeRefused } from './describe-refused.ts';

/** What confines commands here, as far as deciding goes. */
export interface CommandSandbox {
  /** Undefined when it holds; else why not and what to do about it, in words for a person. */
  readonly problem: () => Promise<string | undefined>;
  /** What cannot be confined is not run. */
  readonly isRequired: boolean;
  /** Folders besides the workspace that every command in `work` can change. */
  readonly folders: () => Promise<readonly string[]>;
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
  /** Folders besides the workspace that it can change. */
  readonly folders?: readonly string[] | undefined;
  /** Why a person is asked, where it is not for a rule. */
  readonly because?: string | undefined;
}

/** What placing a command depends on besides the call. */
export interface PlaceSurroundings {
  readonly sandbox: CommandSandbox;
  readonly workspace: string;
  readonly isTrusted: boolean;
  /** Those words of a command that name a file which an ignore file hides. */
  readonly findIgnored: (words: readonly string[]) => Promise<readonly string[]>;
}

/** Where a command runs, and whether that needs approval. Earlier refusals are part of the approval request. */
export async function placeCommand(
  { call, asked, decision, verdict, findings, mode, isUnchecked, blocked }: LetThrough,
  { sandbox, workspace, isTrusted, findIgnored }: PlaceSurroundings,
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
  const repeats = hasRun(before) ? [warn('it ran once already, and running it again repeats its effects')] : [];
  const ignored = plan.verdict === 'ask' && plan.profile === 'open' ? await findIgnored(wordsOf(asked)) : [];
  const shown = ignored.slice(0, MOST).map((word) => warnOfIgnored(word));
  const place = await toPlace(plan, sandbox);
  return { ...place, findings: [...told, ...repeats, ...shown, ...findings] };
}

/** More than a person reads. */
const MOST = 3;

async function toPlace(plan: SandboxPlan, sandbox: CommandSandbox): Promise<Omit<Placed, 'findings'>> {
  const { verdict, profile, hosts: given } = plan;
  const isWork = profile === 'work';
  const hosts = isWork ? [...new Set([...sandbox.hosts, ...given])] : [];
  const credentials = await sandbox.credentialsFor({ profile, hosts });
  const folders = isWork ? await sandbox.folders() : [];
  return { verdict, profile, hosts, given, credentials, folders, because: describeBecause(plan) };
}

function describeBecause({ because, profile }: SandboxPlan): string | undefined {
  if (because === undefined) return undefined;
  switch (because) {
    case 'refused':
      return 'it failed in the sandbox and needs more';
    case 'refused_before':
      return 'it failed in the sandbox before, in this session';
    case 'wanted':
      return profile === 'open' ? 'the model wants to run it outside the sandbox' : 'the model wants write access';
    case 'folder':
      return 'rules of a project or an extension cannot allow network access or leaving the sandbox';
  }
}

function wordsOf({ shell }: PolicyCall): readonly string[] {
  return shell?.kind === 'understood' ? shell.commands.flatMap(({ argv }) => argv.slice(1)) : [];
}

function warnOfIgnored(word: string): Finding {
  const message = `${showPath(word)} is hidden by an ignore file. Outside the sandbox the command can read it`;
  return { check: 'sandbox', severity: 'danger', message };
}

type Blocked = Pick<LetThrough['blocked'][number], 'profile' | 'walls'>;

/** In `observe` nothing that it did lasts, and what could not be confined did not begin. */
function hasRun(blocked: Blocked | undefined): boolean {
  return blocked?.profile === 'work' && !blocked.walls.some(({ need }) => need === 'outside');
}

function wantedOf(needs: unknown): 'workspace' | 'outside' | undefined {
  return needs === 'workspace' || needs === 'outside' ? needs : undefined;
}

const warn = (message: string): Finding => ({ check: 'sandbox', severity: 'warning', message });
