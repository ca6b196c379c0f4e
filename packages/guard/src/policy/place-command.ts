import { showPath, type CredentialUse, type SandboxProfile } from '@bowline/protocol';
import { planSandbox, type Finding, type PolicyCall, type PolicyDecision, type SandboxPlan } from '@bowline/policy';
import type { Decide } from '@bowline/runtime';
import { describeRefused } from './describe-refused.ts';

/** The sandbox, as far as decisions depend on it. */
export interface CommandSandbox {
  /** Undefined if the sandbox works. Otherwise why it does not and what to do about it, for the user. */
  readonly problem: () => Promise<string | undefined>;
  /** A command that cannot be confined is not run. */
  readonly isRequired: boolean;
  /** Directories besides the workspace that every command in `work` can change. */
  readonly folders: () => Promise<readonly string[]>;
  /** Hosts that every command in `work` can reach. */
  readonly hosts: readonly string[];
  /** The credentials that a command can use in this place. */
  readonly credentialsFor: (place: {
    readonly profile: SandboxProfile;
    readonly hosts: readonly string[];
  }) => Promise<readonly CredentialUse[]>;
}

/** A command that rules and checks have not denied. */
export interface LetThrough {
  readonly call: Parameters<Decide>[0];
  readonly asked: PolicyCall;
  readonly decision: PolicyDecision;
  readonly verdict: 'allow' | 'ask';
  readonly findings: readonly Finding[];
  readonly mode: Parameters<Decide>[1]['mode'];
  /** No policy checker objected. */
  readonly isUnchecked: boolean;
  /** Commands of the session that the sandbox refused something. */
  readonly blocked: NonNullable<Parameters<Decide>[1]['blocked']>;
}

/** The same with its place in the sandbox. Has no profile if nothing confines it. */
export interface Placed {
  readonly verdict: 'allow' | 'ask';
  readonly findings: readonly Finding[];
  readonly profile?: SandboxProfile | undefined;
  /** Hosts that it can reach from the sandbox. */
  readonly hosts?: readonly string[] | undefined;
  /** The hosts that it is given beyond those that every command can reach. */
  readonly given?: readonly string[] | undefined;
  /** The credentials that it can use at some of the hosts. */
  readonly credentials?: readonly CredentialUse[] | undefined;
  /** Directories besides the workspace that it can change. */
  readonly folders?: readonly string[] | undefined;
  /** Why approval is needed, if no rule requires it. */
  readonly because?: string | undefined;
}

/** What placing a command depends on besides the call. */
export interface PlaceInputs {
  readonly sandbox: CommandSandbox;
  readonly root: string;
  readonly isTrusted: boolean;
  /** The words of a command that name a file which an ignore file hides. */
  readonly findIgnored: (words: readonly string[]) => Promise<readonly string[]>;
}

/** Where a command runs, and whether that needs approval. Earlier refusals are part of the approval request. */
export async function placeCommand(
  { call, asked, decision, verdict, findings, mode, isUnchecked, blocked }: LetThrough,
  { sandbox, root, isTrusted, findIgnored }: PlaceInputs,
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
  const told = describeRefused(before ?? (plan.verdict === 'ask' ? earlier : undefined), root);
  const repeats = hasRun(before) ? [warn('it ran once already, and running it again repeats its effects')] : [];
  const ignored = plan.verdict === 'ask' && plan.profile === 'open' ? await findIgnored(wordsOf(asked)) : [];
  const shown = ignored.slice(0, MOST).map((word) => warnOfIgnored(word));
  const place = await toPlace(plan, sandbox);
  return { ...place, findings: [...told, ...repeats, ...shown, ...findings] };
}

/** The most that a user can be expected to read. */
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

/** In `observe` nothing that a command did lasts, and a command that could not be confined was not started. */
function hasRun(blocked: Blocked | undefined): boolean {
  return blocked?.profile === 'work' && !blocked.walls.some(({ need }) => need === 'outside');
}

function wantedOf(needs: unknown): 'workspace' | 'outside' | undefined {
  return needs === 'workspace' || needs === 'outside' ? needs : undefined;
}

const warn = (message: string): Finding => ({ check: 'sandbox', severity: 'warning', message });
