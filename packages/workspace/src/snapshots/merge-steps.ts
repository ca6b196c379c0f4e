import { isSameState, type ChangePart, type FileChange } from './file-state.ts';

/**
 * One change per path for steps in order: from the first state to the last. A path that ends as it began is dropped,
 * unless something else changed it between the steps.
 */
export function mergeSteps(steps: readonly (readonly FileChange[])[]): readonly FileChange[] {
  const parts = new Map<string, readonly ChangePart[]>();
  for (const { path, ...change } of steps.flat())
    parts.set(path, (change.parts ?? [change]).reduce(addPart, parts.get(path) ?? []));
  return [...parts].flatMap(([path, each]) => toChange(path, each));
}

/** The parts of a change: itself, unless something else changed the path in between. */
export function partsOf({ before, after, parts }: FileChange): readonly ChangePart[] {
  return parts ?? [{ before, after }];
}

function addPart(parts: readonly ChangePart[], { before, after }: ChangePart): readonly ChangePart[] {
  const last = parts.at(-1);
  if (last === undefined || !isSameState(last.after, before)) return [...parts, { before, after }];
  return [...parts.slice(0, -1), { before: last.before, after }];
}

function toChange(path: string, all: readonly ChangePart[]): readonly FileChange[] {
  const parts = all.filter(({ before, after }) => !isSameState(before, after));
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) return [];
  const change = { path, before: first.before, after: last.after };
  return [parts.length === 1 ? change : { ...change, parts }];
}
