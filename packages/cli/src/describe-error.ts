/** An error as a person reads it on stderr: what failed, and what to do. */
export function describeError({
  message,
  hint,
}: {
  readonly message: string;
  readonly hint?: string | undefined;
}): string {
  return `bowline: ${message}\n${hint === undefined ? '' : `  ${hint}\n`}`;
}
