import type { ApprovalMode } from '@bowline/protocol';
import type { AgentParts, Decide } from '@bowline/runtime';
import type { OfferedTool, Rules } from './create-rules.ts';
import { findPolicyFiles } from './find-policy-files.ts';
import type { GuardParts } from './guard-parts.ts';

/** Decides calls, and keeps what a person allows for longer than a session. */
export interface Guard {
  readonly decide: Decide;
  /** Whether the model is told of a tool in a mode: by the very rules that would refuse it. */
  readonly isOffered: (tool: OfferedTool, mode: ApprovalMode) => boolean | Promise<boolean>;
  readonly keepRule: AgentParts['keepRule'];
  /** What is wrong with policy files; while it is, nothing is allowed by itself. */
  readonly problems: readonly string[];
}

/**
 * The guard of a session. The engine of rules is loaded with the first call that has to be decided, or at once where
 * there are rules to read: who only asks a question does not wait for it.
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
      // The built-in rules refuse no tool outright but in plan mode: who has no others need not wait for the engine.
      if (mode !== 'plan' && !hasRules) return true;
      return load().then((rules) => !rules.isDenied(tool, mode));
    },
    decide: async (call, context) => await (await load()).decide(call, context),
    keepRule: async (kept) => {
      (await load()).keep(kept);
    },
    problems: mayBeWrong(parts) ? (await load()).problems : [],
  };
}

/** Plan mode can be entered only outside it, and left only inside it and if the user can approve. */
function isForMode(name: string, mode: ApprovalMode, canAsk: boolean): boolean {
  if (name === 'enter_plan_mode') return mode !== 'plan' && canAsk;
  return name !== 'exit_plan_mode' || (mode === 'plan' && canAsk);
}

/** Whether there are rules that could be wrong. In tool lists only commands can be, and the others need no wait. */
function mayBeWrong(parts: GuardParts): boolean {
  const names = (parts.toolLists ?? []).flatMap((list) => list.names);
  return names.some((name) => name.includes('(')) || findPolicyFiles(parts).length > 0;
}
