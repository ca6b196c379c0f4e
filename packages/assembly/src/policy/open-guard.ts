import type { Decide } from '@bowline/runtime';
import type { Rules } from './create-rules.ts';
import { findPolicyFiles } from './find-policy-files.ts';
import type { GuardParts } from './guard-parts.ts';

/** Decides calls, and keeps what a person allows for always. */
export interface Guard {
  readonly decide: Decide;
  readonly keepRule: (rule: string) => Promise<void>;
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
  return {
    decide: async (call, context) => await (await load()).decide(call, context),
    keepRule: async (rule) => {
      (await load()).keep(rule);
    },
    problems: findPolicyFiles(parts).length === 0 ? [] : (await load()).problems,
  };
}
