/** Variables of the environment; passed in, because only `main.ts` files read the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The first of these variables that has a value; an empty one has none. */
export function readVariable(env: Environment, ...names: readonly string[]): string | undefined {
  const name = names.find((candidate) => (env[candidate]?.trim() ?? '') !== '');
  return name === undefined ? undefined : env[name]?.trim();
}
