import { plural } from '@bowline/protocol/plain';
import type { ErrorText } from './error-text.ts';

/** What `bowline doctor` says; in an error text, the hint is the fix. */
export const doctorTexts = {
  fix: (text: string): string => `fix: ${text}`,
  allGood: 'No problems found',
  problems: (count: number): string => plural(count, 'problem'),
  warnings: (count: number): string => plural(count, 'warning'),

  bowline: (version: string, platform: string): string => `${version} on ${platform}`,
  hangs: (seconds: number): ErrorText => ({
    message: `no result within ${seconds} s`,
    hint: 'Check that the disk and the network respond',
  }),
  unexpected: 'Please report this error',
  rules: (count: number): string => plural(count, 'rule'),
  policyProblem: (file: string, line: number, message: string): string => `${file}:${line}: ${message}`,
};

/** What `bowline doctor` says about Bowline's folder and the disk. */
export const homeTexts = {
  notWritable: (home: string, folder: string, code: string): ErrorText => ({
    message: `Cannot ${home === folder ? 'write to' : 'create'} ${home} (${code})`,
    hint: `Make ${folder} writable, or set BOWLINE_HOME to another folder`,
  }),
  unknownCode: 'unknown error',
  created: (home: string): string => `${home} (will be created)`,
  free: (size: string): string => `${size} free`,
  almostFull: (size: string): ErrorText => ({
    message: `only ${size} free`,
    hint: 'Free some disk space. To remove sessions: bowline sessions list --all, then bowline sessions rm ID',
  }),
};

/** What `bowline doctor` says about Node, Git and ripgrep. */
export const programTexts = {
  found: (version: string, path: string): string => `${version} (${path})`,
  timedOut: (seconds: number): string => `timed out after ${seconds} s`,
  unknownVersion: 'unknown version',
  nodeFails: (path: string): ErrorText => ({ message: `Cannot run ${path}`, hint: 'Check that it is executable' }),
  nodeTooOld: (version: string, needed: string): ErrorText => ({
    message: `${version} is too old`,
    hint: `Install Node ${needed} or later: https://nodejs.org`,
  }),
  noGit: 'not found; the model cannot use it to compare or undo changes',
  noRipgrep: 'not found; using the built-in search, which is slower',
  ripgrepMissing: 'cannot run it',
  ripgrepFails: (path: string, why: string, fix: string): ErrorText => ({
    message: `${path} does not work: ${why}`,
    hint: `Remove it, or reinstall it. ${fix}`,
  }),
  brew: (name: string): string => `Run brew install ${name}`,
  apt: (name: string): string => `Run apt install ${name}, or use your package manager`,
  install: (name: string): string => `Install ${name}`,
};

/** What `bowline doctor` says about the sandbox and its limits. */
export const sandboxTexts = {
  found: (path: string): string => `bubblewrap (${path})`,
  off: { message: 'off; commands run with all your rights', hint: 'Set security.sandbox to auto or required' },
  required: (why: string): ErrorText => ({
    message: `required but not available, so commands cannot run. ${why}`,
    hint: 'Install it, or set security.sandbox to auto',
  }),
  none: (why: string): ErrorText => ({
    message: `none; commands run with all your rights. ${why}`,
    hint: 'For untrusted work, run bowline in a container',
  }),
  limits: (held: readonly string[], missing: readonly string[]): string =>
    `limits for sandboxed commands: ${andList(held)}${missing.length === 0 ? '' : `; not limited: ${andList(missing)}`}`,
  limitedBy: (resource: string, by: string): string => `${resource} (${by})`,
  resources: {
    processes: 'processes',
    memory: 'memory',
    memoryInObserve: 'memory in observe',
    memoryInWork: 'memory in work',
    fileSize: 'file size',
    temporarySpace: 'temporary space',
  },
  rootUnlimited: (limits: string): string => `${limits} (the system does not limit root)`,
  noPrlimit: 'Install prlimit (package util-linux)',
  noCgroups: 'Run bowline as a regular user, or where it can create control groups (cgroups)',
};

/** What `bowline doctor` says about settings files and environment variables. */
export const settingsCheckTexts = {
  noFiles: (paths: string): string => `no settings files (${paths})`,
  file: (path: string, used: string, overridden: string): string =>
    `${path} (${used === '' ? 'no settings in use' : used}${overridden === '' ? '' : `; overridden: ${overridden}`})`,
  notTrusted: (path: string): string =>
    `${path} is ignored, because the folder is not trusted. To trust it: bowline trust add`,
  variables: (names: string): string => `from the environment: ${names}`,
};

/** What `bowline doctor` says about the current model. */
export const modelCheckTexts = {
  unknownProvider: (
    provider: string,
    near: string | undefined,
    asked: { readonly name: string; readonly source: string },
  ): ErrorText => ({
    message: `Unknown provider ${provider} for ${asked.name} (from ${asked.source})`,
    hint: `${near === undefined ? '' : `Did you mean ${near}? `}Run bowline models to list the providers`,
  }),
  current: (model: string, source: string): string =>
    `${model} (${source === 'default' ? 'default' : `from ${source}`})`,
  tier: (name: string, model: string): string => `${name}: ${model}`,
  exposedFile: (path: string): ErrorText => ({
    message: `Other users of this machine can read ${path}`,
    hint: `Run chmod 600 ${path}`,
  }),
  ofProvider: (provider: string, text: string): string => `${provider}: ${text}`,
  noKeyNeeded: (provider: string): string => `${provider} needs no key`,
  proxy: (proxy: string, variables: string): string => `${proxy} (${variables})`,
  noProxy: 'none',
  unusedProxy: (variables: string): string => `not used for this model, although ${variables} is set`,
  connected: (host: string): string => `connected to ${host}`,
  notRunning: (provider: string, host: string): ErrorText => ({
    message: `Nothing is listening at ${host}`,
    hint: `Start ${provider}`,
  }),
  notChecked: 'not checked (--offline)',
  notListed: (host: string, model: string, near: readonly string[]): ErrorText => ({
    message: `connected to ${host}, but it does not list ${model}`,
    hint: near.length === 0 ? 'Run bowline models PROVIDER to list its models' : `Did you mean ${near.join(' or ')}?`,
  }),
};

function andList(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}
