import {
  applyChecks,
  applyFindings,
  checkLeaving,
  checkersFor,
  compilePolicies,
  createDefaultPolicy,
  decide,
  isInsideWorkspace,
  parsePolicy,
  toAlwaysRule,
  type AlwaysRule,
  type CallFolder,
  type CheckOutcome,
  type Finding,
  type PolicyCall,
  type PolicyContext,
  type PolicyDecision,
  type PolicyFile,
  type PolicySet,
  type ShellLine,
} from '@bowline/policy';
import type { Decide, Decision } from '@bowline/runtime';
import { fetchedUrls } from '@bowline/tools';
import { describeWhy } from './describe-why.ts';
import { placeCommand, type CommandSandbox, type LetThrough, type Placed } from './place-command.ts';

type Call = Parameters<Decide>[0];

/** What a decision depends on. */
export interface DecideInputs {
  /** The policy files, read again after a change. Cheap if nothing has changed. */
  readonly files: () => readonly PolicyFile[];
  readonly isTrusted: boolean;
  readonly isInteractive: boolean;
  /** Approval can be requested, now or later. */
  readonly canAsk: boolean;
  /** Whether an answer may apply to more than one call. Default: true. */
  readonly alwaysAllow?: boolean | undefined;
  /** Confines commands. If absent, decisions do not mention a sandbox. */
  readonly sandbox?: CommandSandbox | undefined;
  readonly root: string;
  /** The real path that a grant for the project is saved for. Undefined in an untrusted folder. */
  readonly project?: string | undefined;
  readonly readShell: (line: string) => Promise<ShellLine>;
  /** What the user should know about a call. Throws if that cannot be determined, which denies the call. */
  readonly inspect: (call: Call, shell: ShellLine | undefined) => Promise<readonly Finding[]>;
  /** The working directory of a command, if it is not the workspace. */
  readonly findFolder: (call: Call) => Promise<CallFolder | undefined>;
  /** Why Git may run programs that a repository names, for a line that runs Git. */
  readonly findGitPrograms: (call: Call, shell: ShellLine | undefined) => Promise<string | undefined>;
  /** The words of a command that name a file which an ignore file hides. */
  readonly findIgnored: (call: Call, words: readonly string[]) => Promise<readonly string[]>;
  /** Runs one checker of a policy. */
  readonly runChecker: (
    checker: ReturnType<typeof checkersFor>[number]['checker'],
    call: PolicyCall,
  ) => Promise<CheckOutcome>;
}

/**
 * Decides as the product does: by rules, then by safety checks, whose findings are part of the approval request.
 *
 * Grants for the session count as user rules. It throws on errors, and the caller must then deny the call.
 */
export function createDecide(inputs: DecideInputs, compile = createCompiler(inputs)): Decide {
  return async (call, { mode, grants, seen, blocked = [] }) => {
    const set = compile(grants);
    const shell = await readCommand(call, inputs);
    const inspected = await inputs.inspect(call, shell);
    const findings = [...leavingOf(call, seen, inputs), ...inspected];
    const folder = await inputs.findFolder(call);
    const gitRuns = await inputs.findGitPrograms(call, shell);
    const asked = toPolicyCall(call, { shell, findings, folder, gitRuns });
    const { isInteractive, canAsk } = inputs;
    // In a trusted folder, a command may be tried in the sandbox before approval is requested.
    const context: PolicyContext = { mode, isInteractive, canAsk: canAsk || (await mayTrySome(call, inputs)) };
    const byRules = decide(set, asked, context);
    const deny = (by: PolicyDecision): Decision => ({
      ...toDecision(by, 'deny', findings),
      explanation: by.rule.tier === 'built_in' && mode === 'plan' ? planModeDoesNot(call) : undefined,
      allowedIn: allowingMode(set, { call: asked, findings, context }),
    });
    if (byRules.verdict === 'deny') return deny(byRules);
    const checkers = checkersFor(set, asked, context);
    const outcomes = await Promise.all(checkers.map(({ checker }) => inputs.runChecker(checker, asked)));
    const checked = applyChecks(byRules, { checkers, outcomes }, context);
    const { verdict } = applyFindings(checked.verdict, findings, mode);
    if (verdict === 'deny') return deny(checked);
    const sandbox = await holdingSandbox(call, inputs);
    if (sandbox?.problem !== undefined) return { verdict: 'deny', reason: sandbox.problem, findings };
    const isUnchecked = outcomes.every((outcome) => outcome.kind === 'said' && outcome.verdict === 'allow');
    const letThrough: LetThrough = { call, asked, decision: checked, verdict, findings, mode, isUnchecked, blocked };
    const placed = await place(letThrough, sandbox?.sandbox, inputs);
    if (placed.verdict === 'ask' && !canAsk) {
      const alone = decide(set, asked, { ...context, canAsk });
      const isPlain = alone.verdict === 'deny' && !isBlocked(call);
      return deny(isPlain ? alone : { ...checked, reason: unasked(call, placed.findings) });
    }
    return toPlacedDecision(placed, { letThrough, shell, inputs });
  };
}

/** Where a call runs. For a command that nothing confines, also why. */
async function place(
  letThrough: LetThrough,
  sandbox: CommandSandbox | undefined,
  inputs: DecideInputs,
): Promise<Placed & Pick<Decision, 'noSandbox'>> {
  const { call, verdict, findings } = letThrough;
  if (sandbox !== undefined) {
    const findIgnored = async (words: readonly string[]) => await inputs.findIgnored(call, words);
    return await placeCommand(letThrough, { ...inputs, sandbox, findIgnored });
  }
  const noSandbox = isCommand(call) ? await inputs.sandbox?.problem() : undefined;
  return { verdict, findings, noSandbox };
}

function isCommand({ name }: Pick<Call, 'name'>): boolean {
  return name === 'run_shell_command';
}

/** The complete decision, with what a longer-lasting approval would allow, and how the command starts. */
function toPlacedDecision(
  { verdict, findings, because, given, ...place }: Placed & Pick<Decision, 'noSandbox'>,
  {
    letThrough: { call, asked, decision, mode },
    shell,
    inputs: { alwaysAllow = true, project },
  }: {
    readonly letThrough: LetThrough;
    readonly shell: ShellLine | undefined;
    readonly inputs: DecideInputs;
  },
): Decision {
  const isGrantable = alwaysAllow && verdict === 'ask' && (decision.verdict === 'ask' || isBlocked(call));
  const grant = isGrantable
    ? toGrant(toAlwaysRule(asked, decision, { mode, profile: place.profile, hosts: given }), project)
    : {};
  const why = because ?? (verdict === 'ask' ? describeWhy(decision, call, mode) : undefined);
  return {
    ...toDecision(decision, verdict, findings),
    ...(why === undefined ? {} : { rule: why }),
    ...grant,
    ...toStart(shell, verdict),
    ...place,
  };
}

/** Whether the call has already run and the sandbox refused it something. */
function isBlocked({ blocked = null }: Call): boolean {
  return blocked !== null;
}

async function mayTrySome(call: Call, inputs: DecideInputs): Promise<boolean> {
  return inputs.isTrusted && (await holdingSandbox(call, inputs)) !== undefined;
}

/** The sandbox for this command. It has a problem if the command must be confined and cannot be. */
async function holdingSandbox(
  { name, blocked }: Call,
  { sandbox }: Pick<DecideInputs, 'sandbox'>,
): Promise<{ readonly sandbox: CommandSandbox; readonly problem?: string } | undefined> {
  if (!isCommand({ name }) || sandbox === undefined) return undefined;
  const problem = await sandbox.problem();
  if (problem === undefined) return { sandbox, ...(sandbox.isRequired ? toStuck(blocked) : {}) };
  return sandbox.isRequired
    ? { sandbox, problem: `commands must run in the sandbox, but no sandbox is available: ${problem}` }
    : undefined;
}

/** If the sandbox is required, a command that cannot be confined is not run. */
function toStuck(blocked: Call['blocked']): { readonly problem?: string } {
  const wall = blocked?.walls.find(({ need }) => need === 'outside');
  if (wall === undefined) return {};
  const why = wall.target ?? 'the system refused it';
  return { problem: `security.sandbox is "required". Set it to "auto" to be asked instead (${why})` };
}

/** How a command without approval starts: from the words that were judged, if a shell adds nothing. */
function toStart(shell: ShellLine | undefined, verdict: Decision['verdict']): Pick<Decision, 'start' | 'programs'> {
  if (shell?.kind !== 'understood') return {};
  const { commands, words } = shell;
  const programs = commands.map(({ argv }) => argv);
  if (verdict !== 'allow') return { programs };
  const onlyReads = commands.every(({ isReadOnly, writes }) => isReadOnly && writes.length === 0);
  return { programs, start: { onlyReads, ...(words === undefined ? {} : { words }) } };
}

function toGrant(always: AlwaysRule | undefined, project: string | undefined): Pick<Decision, 'grant'> {
  if (always === undefined) return {};
  return { grant: { text: always.sentence, rule: always.toml, ...(project === undefined ? {} : { project }) } };
}

/** Compiles rules again only if files or grants have changed. */
export function createCompiler({
  files,
  isTrusted,
}: Pick<DecideInputs, 'files' | 'isTrusted'>): (grants: readonly string[]) => PolicySet {
  let known: { files: readonly PolicyFile[]; grants: readonly string[]; set: PolicySet } | undefined;
  const builtIn = createDefaultPolicy();
  return (grants) => {
    const current = files();
    if (known?.files === current && known.grants === grants) return known.set;
    const given = grants.map((rule, n) =>
      parsePolicy(rule, { file: `this session, answer ${n + 1}`, tier: 'user', answered: 'session' }),
    );
    const set = compilePolicies([builtIn, ...current, ...given], { isTrusted });
    known = { files: current, grants, set };
    return set;
  };
}

/** Files in an untrusted folder count as third-party text. */
function leavingOf(
  { name, args, effect }: Call,
  seen: Parameters<Decide>[1]['seen'],
  { isTrusted }: DecideInputs,
): readonly Finding[] {
  if (seen === undefined) return [];
  const outside = seen.outside ?? (seen.file && !isTrusted ? 'files of an untrusted folder' : null);
  const urls = name === 'web_fetch' ? fetchedUrls(args) : undefined;
  return checkLeaving({ tool: name, effect, urls }, { ...seen, outside });
}

async function readCommand({ name, args }: Call, inputs: DecideInputs): Promise<ShellLine | undefined> {
  const { command } = args;
  if (name !== 'run_shell_command' || typeof command !== 'string') return undefined;
  return await inputs.readShell(command);
}

interface CallFacts {
  readonly shell: ShellLine | undefined;
  readonly findings: readonly Finding[];
  readonly folder: CallFolder | undefined;
  readonly gitRuns: string | undefined;
}

function toPolicyCall({ name, args, effect }: Call, { shell, findings, folder, gitRuns }: CallFacts): PolicyCall {
  return {
    tool: name,
    args,
    effect,
    isInsideWorkspace: isInsideWorkspace(findings),
    ...(shell === undefined ? {} : { shell }),
    ...(folder === undefined ? {} : { folder }),
    ...(gitRuns === undefined ? {} : { gitRuns }),
    ...(name === 'web_fetch' ? { urls: fetchedUrls(args) } : {}),
  };
}

const looserFirst = ['default', 'auto_edit', 'yolo'] as const;

/** The least permissive mode whose rules and findings would let a call run. Policy checkers are not run for this. */
function allowingMode(
  set: PolicySet,
  {
    call,
    findings,
    context,
  }: { readonly call: PolicyCall; readonly findings: readonly Finding[]; readonly context: PolicyContext },
): Decision['allowedIn'] {
  return looserFirst.find(
    (mode) =>
      mode !== context.mode &&
      applyFindings(decide(set, call, { ...context, mode }).verdict, findings, mode).verdict === 'allow',
  );
}

/** Why plan mode denies a call, for the user. The rule's own message tells the model what to do instead. */
function planModeDoesNot({ effect }: Call): string {
  if (effect === 'execute') return 'plan mode does not run commands that change something';
  return effect === 'write' ? 'plan mode does not change files' : 'plan mode is read-only';
}

function unasked(call: Call, findings: readonly Finding[]): string {
  if (isBlocked(call)) {
    const needs = findings.filter(({ check }) => check === 'sandbox').map(({ message }) => message);
    return `${needs.join('; ')}, but this run cannot ask for approval`;
  }
  const why = findings.map(({ message }) => message).join('; ');
  return `${call.name} needs approval${why === '' ? '' : ` (${why})`}, but this run cannot ask for it, so it was not run`;
}

function toDecision(
  { rule, reason }: PolicyDecision,
  verdict: Decision['verdict'],
  findings: readonly Finding[],
): Decision {
  const place = rule.line === 0 ? '' : ` (${rule.file}:${rule.line})`;
  return {
    verdict,
    rule: `${rule.name ?? rule.text}${place}`,
    findings,
    ...(reason === undefined ? {} : { reason }),
  };
}
