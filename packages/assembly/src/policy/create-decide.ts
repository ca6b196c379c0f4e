import {
  applyChecks,
  applyFindings,
  checkersFor,
  compilePolicies,
  createDefaultPolicy,
  decide,
  isInsideWorkspace,
  parsePolicy,
  toAlwaysRule,
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

type Call = Parameters<Decide>[0];

/** What a decision is made with. */
export interface DecideSurroundings {
  /** Read anew for every decision that follows a change; cheap when nothing has. */
  readonly files: () => readonly PolicyFile[];
  readonly isTrusted: boolean;
  readonly isInteractive: boolean;
  /** Somebody can answer, now or later. */
  readonly canAsk: boolean;
  /** Whether an answer may hold for longer than one call; so it is unless told. */
  readonly mayGrant?: boolean | undefined;
  readonly readShell: (line: string) => Promise<ShellLine>;
  /** What a person should know of a call. Throws when it cannot be found out: that denies. */
  readonly inspect: (call: Call, shell: ShellLine | undefined) => Promise<readonly Finding[]>;
  /** Runs one checker of a policy. */
  readonly runChecker: (
    checker: ReturnType<typeof checkersFor>[number]['checker'],
    call: PolicyCall,
  ) => Promise<CheckOutcome>;
}

/**
 * Deciding as the product does it: rules, then safety checks, whose findings are part of the question.
 *
 * What a person has allowed for the session stands among their own rules. Any error denies: the caller sees to that.
 */
export function createDecide(surroundings: DecideSurroundings, compile = createCompiler(surroundings)): Decide {
  return async (call, { mode, grants }) => {
    const set = compile(grants);
    const shell = await readCommand(call, surroundings);
    const findings = await surroundings.inspect(call, shell);
    const asked = toPolicyCall(call, shell, findings);
    const { isInteractive, canAsk, mayGrant = true } = surroundings;
    const context: PolicyContext = { mode, isInteractive, canAsk };
    const byRules = decide(set, asked, context);
    if (byRules.verdict === 'deny') return toDecision(byRules, 'deny', findings);
    const checkers = checkersFor(set, asked, context);
    const outcomes = await Promise.all(checkers.map(({ checker }) => surroundings.runChecker(checker, asked)));
    const checked = applyChecks(byRules, { checkers, outcomes }, context);
    const { verdict } = applyFindings(checked.verdict, findings, mode);
    if (verdict === 'ask' && !canAsk)
      return toDecision({ ...checked, reason: nobody(call, findings) }, 'deny', findings);
    const isGrantable = mayGrant && verdict === 'ask' && checked.verdict === 'ask';
    const grant = isGrantable ? toAlwaysRule(asked, checked, mode) : undefined;
    const programs = shell?.kind === 'understood' ? shell.commands.map(({ argv }) => argv) : undefined;
    const decision = { ...toDecision(checked, verdict, findings), ...(programs === undefined ? {} : { programs }) };
    return grant === undefined ? decision : { ...decision, grant: { text: grant.sentence, rule: grant.toml } };
  };
}

/** Rules are compiled again only when files or grants have changed. */
export function createCompiler({
  files,
  isTrusted,
}: Pick<DecideSurroundings, 'files' | 'isTrusted'>): (grants: readonly string[]) => PolicySet {
  let known: { files: readonly PolicyFile[]; grants: readonly string[]; set: PolicySet } | undefined;
  const builtIn = createDefaultPolicy();
  return (grants) => {
    const current = files();
    if (known?.files === current && known.grants === grants) return known.set;
    const given = grants.map((rule, n) => parsePolicy(rule, { file: `this session, answer ${n + 1}`, tier: 'user' }));
    const set = compilePolicies([builtIn, ...current, ...given], { isTrusted });
    known = { files: current, grants, set };
    return set;
  };
}

async function readCommand({ name, args }: Call, surroundings: DecideSurroundings): Promise<ShellLine | undefined> {
  const { command } = args;
  if (name !== 'run_shell_command' || typeof command !== 'string') return undefined;
  return await surroundings.readShell(command);
}

function toPolicyCall(
  { name, args, effect }: Call,
  shell: ShellLine | undefined,
  findings: readonly Finding[],
): PolicyCall {
  const call = { tool: name, args, effect, isInsideWorkspace: isInsideWorkspace(findings) };
  return shell === undefined ? call : { ...call, shell };
}

function nobody({ name }: Call, findings: readonly Finding[]): string {
  const why = findings.map(({ message }) => message).join('; ');
  return `${name} needs a person's approval${why === '' ? '' : ` (${why})`}, and nobody can be asked here; it was not run`;
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
