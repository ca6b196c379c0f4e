import {
  compilePolicies,
  createDefaultPolicy,
  decide,
  explain,
  listRules,
  runPolicyCases,
  type CaseResult,
  type PolicyDecision,
  type PolicyProblem,
} from '@bowline/policy';
import type { ApprovalMode, Effect } from '@bowline/protocol';
import { builtInTools } from '@bowline/tools';
import { createLazyShellReader, type GrammarFiles } from './lazy-shell-reader.ts';
import type { PolicyPlaces } from './find-policy-files.ts';
import { readPolicyFiles } from './policy-files.ts';

/** A call that somebody wonders about. */
export interface WonderedCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly mode: ApprovalMode;
  readonly isInteractive: boolean;
}

/** The rules of this machine and folder, to be looked at. */
export interface OpenedPolicy {
  readonly list: () => readonly string[];
  readonly explain: (
    call: WonderedCall,
  ) => Promise<{ readonly decision: PolicyDecision; readonly lines: readonly string[] }>;
  readonly test: (
    text: string,
    file: string,
  ) => Promise<{ readonly results: readonly CaseResult[]; readonly problems: readonly PolicyProblem[] }>;
  readonly problems: readonly PolicyProblem[];
}

/** Reads the rules as a session would. */
export function openPolicy(places: PolicyPlaces, grammars?: GrammarFiles): OpenedPolicy {
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
      const call = { tool, args, effect: effectOf(tool) ?? 'execute', ...(shell === undefined ? {} : { shell }) };
      const decision = decide(set, call, { mode, isInteractive, wantsAllMatches: true });
      return { decision, lines: explain(decision) };
    },
    test: async (text, file) => {
      const shell = await reader();
      return runPolicyCases(set, text, { file, readShell: (line) => shell.read(line), effectOf });
    },
    problems: files.flatMap(({ problems }) => problems),
  };
}
