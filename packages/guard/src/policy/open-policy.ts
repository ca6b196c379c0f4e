import {
  compilePolicies,
  createDefaultPolicy,
  decide,
  explain,
  isInsideWorkspace,
  listRules,
  runPolicyCases,
  type CaseResult,
  type PolicyProblem,
} from '@bowline/policy';
import { join } from 'node:path';
import {
  describeProfile,
  type ApprovalMode,
  type Effect,
  type JsonObject,
  type SandboxProfile,
} from '@bowline/protocol';
import type { Decision } from '@bowline/runtime';
import { builtInTools } from '@bowline/tools';
import { openLocalWorkspace } from '@bowline/workspace';
import { createRules } from './create-rules.ts';
import { createLazyShellReader, type GrammarFiles } from './lazy-shell-reader.ts';
import type { PolicyPlaces } from './find-policy-files.ts';
import type { CommandSandbox } from './place-command.ts';
import { readPolicyFiles } from './policy-files.ts';

/** A hypothetical call. */
export interface HypotheticalCall {
  readonly tool: string;
  readonly args: JsonObject;
  readonly mode: ApprovalMode;
  readonly isInteractive: boolean;
}

/** The rules of this machine and folder, for inspection. */
export interface OpenedPolicy {
  readonly list: () => readonly string[];
  /** The decision, with the safety checks of this machine, and why, for a session that has read nothing yet. */
  readonly explain: (
    call: HypotheticalCall,
  ) => Promise<{ readonly decision: Decision; readonly lines: readonly string[] }>;
  readonly test: (
    text: string,
    file: string,
  ) => Promise<{ readonly results: readonly CaseResult[]; readonly problems: readonly PolicyProblem[] }>;
  readonly problems: readonly PolicyProblem[];
}

/** What decisions need from the machine. */
export interface PolicyMachine {
  readonly grammars?: GrammarFiles | undefined;
  /** The environment of checkers that are external programs. */
  readonly environment: Readonly<Record<string, string>>;
  /** Confines commands. If absent, decisions do not mention a sandbox. */
  readonly sandbox?: CommandSandbox | undefined;
}

/** Reads the rules as a session would. */
export function openPolicy(places: PolicyPlaces, { grammars, environment, sandbox }: PolicyMachine): OpenedPolicy {
  const files = readPolicyFiles(places);
  const set = compilePolicies([createDefaultPolicy(), ...files], { isTrusted: places.isTrusted });
  const reader = createLazyShellReader(grammars);
  const effects = new Map(builtInTools.map(({ name, effect }) => [name, effect]));
  const effectOf = (tool: string): Effect | undefined => effects.get(tool);
  return {
    list: () => listRules(set),
    explain: async ({ tool, args, mode, isInteractive }) => {
      const { command } = args;
      const isShell = tool === 'run_shell_command' && typeof command === 'string';
      const shell = isShell ? (await reader()).read(command) : undefined;
      const effect = effectOf(tool) ?? 'execute';
      const guard = { ...places, workspace: openFiles(places), directories: [], environment, grammars, sandbox };
      const rules = createRules({ ...guard, sandbox: undefined, isInteractive, canAsk: isInteractive });
      const decision = await decideOrDeny(rules, { name: tool, args, effect, executor: 'local' }, mode);
      const isInside = isInsideWorkspace(toFindings(decision));
      const call = { tool, args, effect, isInsideWorkspace: isInside, ...(shell === undefined ? {} : { shell }) };
      const byRules = decide(set, call, { mode, isInteractive, wantsAllMatches: true });
      const place = isShell ? await placeLine({ ...guard, isInteractive, canAsk: isInteractive }, call, mode) : [];
      return { decision, lines: [...toLines(decision, byRules.verdict, explain(byRules)), ...place] };
    },
    test: async (text, file) => {
      const shell = await reader();
      return runPolicyCases(set, text, { file, readShell: (line) => shell.read(line), effectOf });
    },
    problems: files.flatMap(({ problems }) => problems),
  };
}

type Rules = ReturnType<typeof createRules>;

/** Where a command would run, and why. Empty if no sandbox is given, or if the command would be denied there too. */
async function placeLine(
  parts: Parameters<typeof createRules>[0],
  { tool, args, effect }: Pick<HypotheticalCall, 'tool' | 'args'> & { readonly effect: Effect },
  mode: ApprovalMode,
): Promise<readonly string[]> {
  const { sandbox } = parts;
  if (sandbox === undefined) return [];
  const problem = await sandbox.problem();
  if (problem !== undefined)
    return [`  sandbox: not available, so the command runs with all your permissions (${problem})`];
  const decision = await decideOrDeny(createRules(parts), { name: tool, args, effect, executor: 'local' }, mode);
  const { verdict, profile } = decision;
  if (verdict === 'deny' || profile === undefined) return [];
  return [`  sandbox: ${profile}, ${whyPlaced(verdict, profile, mode)}. ${describeProfile(decision) ?? ''}`];
}

function whyPlaced(verdict: 'allow' | 'ask', profile: SandboxProfile, mode: ApprovalMode): string {
  switch (profile) {
    case 'observe':
      return mode === 'plan' ? 'because plan mode changes nothing' : 'without approval; you are asked if it needs more';
    case 'work':
      return verdict === 'ask' ? 'if you allow it' : 'because a rule allows it';
    case 'open': {
      if (verdict === 'ask') return 'if you allow it, because it needs more than the sandbox allows';
      return mode === 'yolo' ? 'because yolo mode does not use the sandbox' : 'because a rule says so';
    }
  }
}

/** As in the runtime, a call that cannot be decided is denied. */
async function decideOrDeny(
  { decide: decideCall }: Rules,
  call: Parameters<Rules['decide']>[0],
  mode: ApprovalMode,
): Promise<Decision> {
  try {
    return await decideCall(call, { mode, grants: [] });
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    return { verdict: 'deny', reason: `the policy could not be evaluated: ${why}` };
  }
}

/** The files for the checks. No command is ever started here. */
function openFiles({ root, bowlineHome }: PolicyPlaces): ReturnType<typeof openLocalWorkspace> {
  const program = { supervisorEntry: '', execPath: '', execArgv: [], env: {} };
  return openLocalWorkspace({ root, directories: [], stateFolder: join(bowlineHome, 'none'), ...program });
}

function toFindings({ findings = [] }: Decision): Parameters<typeof isInsideWorkspace>[0] {
  return findings as Parameters<typeof isInsideWorkspace>[0];
}

/** The verdict first, and whether it comes from the rules or from the checks. */
function toLines(decision: Decision, byRules: Decision['verdict'], rules: readonly string[]): readonly string[] {
  const { verdict, reason, findings = [] } = decision;
  const found = findings.map(({ severity, message }) => `  check: ${message} (${severity})`);
  if (verdict === byRules) return [...rules, ...found];
  const worst = findings.filter(({ severity }) => severity === 'danger').map(({ message }) => message);
  const why = reason ?? (worst.length > 0 ? worst.join('; ') : 'a safety check');
  return [`${verdict}: ${why}`, ...rules.map((line, n) => (n === 0 ? `  by rules alone: ${line}` : line)), ...found];
}
