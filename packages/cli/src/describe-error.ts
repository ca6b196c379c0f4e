/** Hints speak of models for every surface; on a command line one is named with a flag. */
const MODEL = /another model|name of the model/;

/** An error as a person reads it on stderr: what failed, and what to do. */
export function describeError({
  message,
  hint,
}: {
  readonly message: string;
  readonly hint?: string | undefined;
}): string {
  return `bowline: ${message}\n${hint === undefined ? '' : `  ${hint.replace(MODEL, '$& (-m)')}\n`}`;
}
