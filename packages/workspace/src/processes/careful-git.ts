/**
 * Disables what Git runs by itself: file system monitors, pagers, hooks, programs that verify signatures or connect,
 * bare repositories inside a directory, and submodule changes. Programs that a repository names for its own files
 * (filters, diff drivers) cannot be disabled this way; the policy checks for them.
 */
const SETTINGS: readonly (readonly [string, string])[] = [
  ['safe.bareRepository', 'explicit'],
  ['core.fsmonitor', 'false'],
  ['core.pager', 'cat'],
  ['core.hooksPath', '/dev/null'],
  ['core.sshCommand', 'false'],
  ['core.alternateRefsCommand', 'false'],
  ['log.showSignature', 'false'],
  ['gpg.program', 'false'],
  ['gpg.openpgp.program', 'false'],
  ['gpg.x509.program', 'false'],
  ['gpg.ssh.program', 'false'],
  // With this setting, `-m` merges again and runs the repository's merge drivers.
  ['log.diffMerges', 'separate'],
  ['status.submoduleSummary', 'false'],
  ['diff.ignoreSubmodules', 'dirty'],
  ['submodule.recurse', 'false'],
];

/** Git variables that only locate the user's settings. */
const KEPT = new Set(['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM', 'GIT_CEILING_DIRECTORIES']);

/** An environment in which Git runs no other program, as far as variables can ensure that. */
export function toCarefulGit(env: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(env).filter(([name]) => !name.startsWith('GIT_') || KEPT.has(name));
  const settings = SETTINGS.flatMap(([key, value], n): [string, string][] => [
    [`GIT_CONFIG_KEY_${n}`, key],
    [`GIT_CONFIG_VALUE_${n}`, value],
  ]);
  return {
    ...Object.fromEntries(kept),
    ...Object.fromEntries(settings),
    GIT_CONFIG_COUNT: String(SETTINGS.length),
    GIT_PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    // Missing objects are not fetched: the first variable works in recent versions, the second for every protocol.
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
  };
}
