/** Environment variables; passed in, because only `main.ts` files read the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the first of these variables that is set and not empty. */
export function readVariable(env: Environment, ...names: readonly string[]): string | undefined {
  const name = names.find((candidate) => (env[candidate]?.trim() ?? '') !== '');
  return name === undefined ? undefined : env[name]?.trim();
}
