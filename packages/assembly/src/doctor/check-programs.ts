import { detectCgroups } from '@bowline/workspace';
import { join } from 'node:path';
import type { Machine } from '../open-session.ts';
import { findSandbox } from '../sandbox/find-sandbox.ts';
import type { SandboxWish } from '../sandbox/sandbox-parts.ts';
import { checkLimits } from './check-limits.ts';
import { ok, problem, warning, type Check } from './check.ts';
import { runProgram, toVersion } from './run-program.ts';

const OLDEST_NODE = [22, 13] as const;

/** The Node that we run on, asked itself. */
export async function checkNode({ node, environment }: Machine): Promise<readonly Check[]> {
  const result = await runProgram(node.execPath, ['--version'], environment);
  if (result.kind !== 'ran')
    return [warning('node', `${node.execPath} does not say its version`, 'check that it can be run')];
  const version = toVersion(result.output);
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]);
  return [
    isOld
      ? problem('node', `${version} is too old`, `install Node ${OLDEST_NODE.join('.')} or later: https://nodejs.org`)
      : ok('node', `${version} (${node.execPath})`),
  ];
}

/** Git as commands of the model find it. */
export async function checkGit({ environment, platform }: Machine): Promise<readonly Check[]> {
  const result = await runProgram('git', ['--version'], environment);
  if (result.kind === 'ran') return [ok('git', toVersion(result.output))];
  const text = result.kind === 'missing' ? 'not found: work cannot be compared or undone with it' : result.why;
  return [warning('git', text, install(platform, 'git'))];
}

/** Ripgrep; there is a search of our own for who has none. */
export async function checkRipgrep({ ripgrep, environment, platform }: Machine): Promise<readonly Check[]> {
  const fix = install(platform, 'ripgrep');
  if (ripgrep === undefined)
    return [warning('ripgrep', 'not found: the built-in search is used, which is slower', fix)];
  const result = await runProgram(ripgrep, ['--version'], environment);
  if (result.kind === 'ran') return [ok('ripgrep', `${toVersion(result.output)} (${ripgrep})`)];
  const why = result.kind === 'missing' ? 'it cannot be run' : result.why;
  return [problem('ripgrep', `${ripgrep} does not work: ${why}`, `remove it, or ${fix}`)];
}

/** What confines commands, found by starting it once. */
export async function checkSandbox({ platform, bowlineHome }: Machine, wish: SandboxWish): Promise<readonly Check[]> {
  if (wish === 'off')
    return [warning('sandbox', 'off: commands have all your rights', 'set security.sandbox to auto or required')];
  const found = findSandbox({ platform, cache: join(bowlineHome, 'sandbox.json') });
  if (found.ok) {
    const { path } = found.found;
    return [ok('sandbox', `commands are confined by bubblewrap (${path})`), checkLimits(found.found, detectCgroups())];
  }
  const isRequired = wish === 'required';
  return [
    isRequired
      ? problem(
          'sandbox',
          `required and not there, so no command runs: ${found.problem}`,
          'make it work, or set security.sandbox to auto',
        )
      : warning(
          'sandbox',
          `none: commands have all your rights. ${found.problem}`,
          'where you do not trust the work, run bowline in a container',
        ),
  ];
}

function install(platform: string, name: string): string {
  if (platform === 'darwin') return `brew install ${name}`;
  return platform === 'linux' ? `apt install ${name} (or as your system does it)` : `install ${name}`;
}
