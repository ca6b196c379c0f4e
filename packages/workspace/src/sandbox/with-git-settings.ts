/** An environment with additional Git settings, after the existing ones. */
export function withGitSettings(
  env: Readonly<Record<string, string>>,
  settings: readonly (readonly [string, string])[],
): Record<string, string> {
  const before = Number(env['GIT_CONFIG_COUNT'] ?? '0');
  if (settings.length === 0) return { ...env };
  const added = settings.flatMap(([key, value], n): [string, string][] => [
    [`GIT_CONFIG_KEY_${before + n}`, key],
    [`GIT_CONFIG_VALUE_${before + n}`, value],
  ]);
  return { ...env, ...Object.fromEntries(added), GIT_CONFIG_COUNT: String(before + settings.length) };
}
