/**
 * What git runs by itself, switched off: a monitor of files, pagers, hooks, programs that check signatures or connect,
 * repositories that lie in a folder without `.git`, and what is changed in submodules. Programs that a repository names
 * for its own files (filters, drivers of differences) cannot be switched off so; who decides looks for them.
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
  // `-m` merges again, with the repository's merge drivers, where this setting says so.
  ['log.diffMerges', 'separate'],
  ['status.submoduleSummary', 'false'],
  ['diff.ignoreSubmodules', 'dirty'],
  ['submodule.recurse', 'false'],
];

/** Variables of git that say where a person's own settings are, and nothing else. */
const KEPT = new Set(['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM', 'GIT_CEILING_DIRECTORIES']);

/** An environment in which git runs no other program than itself, as far as variables can see to that. */
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
    // Objects that are missing are not fetched: not by versions that know the first, and not over any protocol.
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
  };
}
