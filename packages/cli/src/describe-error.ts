/** Hints about models, to which the command line adds its flag. */
const MODEL = /another model|name of the model/;

/** An error on stderr: what failed, and the next step. */
export function describeError({
  message,
  hint,
}: {
  readonly message: string;
  readonly hint?: string | undefined;
}): string {
  return `bowline: ${message}\n${hint === undefined ? '' : `  ${hint.replace(MODEL, '$& (-m)')}\n`}`;
}
