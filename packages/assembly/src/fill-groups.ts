import type { SessionOptions } from './session-options.ts';

const MAX_STEPS = 100;

/** Options with all groups, and the defaults that are the same everywhere. */
export type FilledOptions = ReturnType<typeof fillGroups>;

/** Fills in the groups that were not given. */
export function fillGroups(options: SessionOptions) {
  const { directories = [], approval = {}, trust = {}, sandbox = {}, context = {}, tools = {}, models } = options;
  return {
    ...options,
    ...{ directories, approval, trust, sandbox, context },
    limits: { ...options.limits, maxSteps: options.limits?.maxSteps ?? MAX_STEPS },
    web: { ...options.web, search: options.web?.search ?? models.webSearch },
    tools: { own: [], host: [], isBuiltIn: true, ...tools },
  };
}
