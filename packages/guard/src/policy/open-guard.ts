import type { ApprovalMode } from '@bowline/protocol';
import type { AgentParts, Decide } from '@bowline/runtime';
import type { OfferedTool, Rules } from './create-rules.ts';
import { findPolicyFiles } from './find-policy-files.ts';
import type { GuardParts } from './guard-parts.ts';

/** Decides about calls, and saves approvals that outlast a session. */
export interface Guard {
  readonly decide: Decide;
  /** Whether the model sees a tool in a mode. Uses the same rules that would deny it. */
  readonly isOffered: (tool: OfferedTool, mode: ApprovalMode) => boolean | Promise<boolean>;
  readonly keepRule: AgentParts['keepRule'];
  /** What is wrong with policy files. Until it is fixed, nothing is allowed without approval. */
  readonly problems: readonly string[];
}

/**
 * The guard of a session. The rule engine is loaded with the first call that needs a decision, or at once if there are
 * rules to read, so that a session without tool calls does not wait for it.
 */
export async function openGuard(parts: GuardParts): Promise<Guard> {
  let loaded: Promise<Rules> | undefined;
  const load = async (): Promise<Rules> => {
    loaded ??= import('./create-rules.ts').then(({ createRules }) => createRules(parts));
    return await loaded;
  };
  const hasRules = findPolicyFiles(parts).length > 0 || (parts.toolLists ?? []).length > 0;
  return {
    isOffered(tool, mode) {
      if (!isForMode(tool.name, mode, parts.canAsk)) return false;
      if (tool.name === 'ask_user' && !parts.isInteractive) return false;
      // The built-in rules deny a tool outright only in plan mode, so without other rules the engine is not needed.
      if (mode !== 'plan' && !hasRules) return true;
      return load().then((rules) => !rules.isDenied(tool, mode));
    },
    decide: async (call, context) => await (await load()).decide(call, context),
    keepRule: async (kept) => {
      await (await load()).keep(kept);
    },
    problems: mayBeWrong(parts) ? (await load()).problems : [],
  };
}

/** Changes are pending only in mode preview. Plan mode can be entered only outside it, and left only inside it and if the user can approve. */
function isForMode(name: string, mode: ApprovalMode, canAsk: boolean): boolean {
  if (name === 'enter_plan_mode') return mode !== 'plan' && canAsk;
  if (name === 'apply_changes') return mode === 'preview' && canAsk;
  return name !== 'exit_plan_mode' || (mode === 'plan' && canAsk);
}

/**
 * Whether there are rules that could be invalid. In tool lists, only commands can be, so other lists need not be read
 * yet.
 */
function mayBeWrong(parts: GuardParts): boolean {
  const names = (parts.toolLists ?? []).flatMap((list) => list.names);
  return names.some((name) => name.includes('(')) || findPolicyFiles(parts).length > 0;
}
