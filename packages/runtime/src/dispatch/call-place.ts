/** Where a call would run: in the workspace, beside it, or nowhere. */
export type CallPlace =
  { readonly kind: 'here' } | { readonly kind: 'aside' } | { readonly kind: 'impossible'; readonly problem: string };

/** Why a call does not run, for the model. */
export function describeImpossible(problem: string): string {
  return `Nothing was run: in mode preview, changes are made in a copy of the workspace, and that is not possible here (${problem}). Ask the user to choose another approval mode.`;
}
