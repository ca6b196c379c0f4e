/** Where a call would run: in the workspace, beside it, or nowhere. */
export type CallPlace =
  | { readonly kind: 'here' }
  | { readonly kind: 'aside' }
  /** With the reason, for the model. */
  | { readonly kind: 'nowhere'; readonly reason: string };

/** Why a call does not run, for the model. */
export function describeImpossible(problem: string): string {
  return `Nothing was run: in mode preview, changes are made in a copy of the workspace, and that is not possible here (${problem}). Ask the user to choose another approval mode.`;
}

/** Why a call does not write a path that a pending link leads out of the workspace, for the model. */
export function describeLedOut(path: string, target: string): string {
  return `Nothing was written: with the pending changes, ${path} is ${target}, outside the workspace, but the link that leads there is not applied yet. Write another path, or ask the user to apply the changes first.`;
}
