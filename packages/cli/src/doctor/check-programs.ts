import { detectCgroups } from '@bowline/workspace';
import { join } from 'node:path';
import type { HostEnvironment } from '@bowline/assembly';
import { findSandbox } from '@bowline/guard';
import type { SandboxWish } from '@bowline/guard';
import { checkLimits } from './check-limits.ts';
import { ok, problem, warning, type Check } from './check.ts';
import { runProgram, toVersion } from './run-program.ts';

const OLDEST_NODE = [22, 13] as const;

/** Checks the version of Node. */
export async function checkNode({ node, environment }: HostEnvironment): Promise<readonly Check[]> {
  const result = await runProgram(node.execPath, ['--version'], environment);
  if (result.kind !== 'ran') return [warning('node', `Cannot run ${node.execPath}`, 'Check that it is executable')];
  const version = toVersion(result.output);
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]);
  return [
    isOld
      ? problem('node', `${version} is too old`, `Install Node ${OLDEST_NODE.join('.')} or later: https://nodejs.org`)
      : ok('node', `${version} (${node.execPath})`),
  ];
}

/** Checks Git, as commands of the model find it. */
export async function checkGit({ environment, platform }: HostEnvironment): Promise<readonly Check[]> {
  const result = await runProgram('git', ['--version'], environment);
  if (result.kind === 'ran') return [ok('git', toVersion(result.output))];
  const text = result.kind === 'missing' ? 'not found; the model cannot use it to compare or undo changes' : result.why;
  return [warning('git', text, install(platform, 'git'))];
}

/** Checks ripgrep. Without it, a built-in search is used. */
export async function checkRipgrep({ ripgrep, environment, platform }: HostEnvironment): Promise<readonly Check[]> {
  const fix = install(platform, 'ripgrep');
  if (ripgrep === undefined) return [warning('ripgrep', 'not found; using the built-in search, which is slower', fix)];
  const result = await runProgram(ripgrep, ['--version'], environment);
  if (result.kind === 'ran') return [ok('ripgrep', `${toVersion(result.output)} (${ripgrep})`)];
  const why = result.kind === 'missing' ? 'cannot run it' : result.why;
  return [problem('ripgrep', `${ripgrep} does not work: ${why}`, `Remove it, or reinstall it. ${fix}`)];
}

/** Checks the sandbox by starting it once. */
export async function checkSandbox(
  { platform, bowlineHome }: HostEnvironment,
  wish: SandboxWish,
): Promise<readonly Check[]> {
  if (wish === 'off')
    return [warning('sandbox', 'off; commands run with all your rights', 'Set security.sandbox to auto or required')];
  const found = findSandbox({ platform, cache: join(bowlineHome, 'sandbox.json') });
  if (found.ok) {
    const { path } = found.found;
    return [ok('sandbox', `bubblewrap (${path})`), checkLimits(found.found, detectCgroups())];
  }
  const isRequired = wish === 'required';
  return [
    isRequired
      ? problem(
          'sandbox',
          `required but not available, so commands cannot run. ${found.problem}`,
          'Install it, or set security.sandbox to auto',
        )
      : warning(
          'sandbox',
          `none; commands run with all your rights. ${found.problem}`,
          'For untrusted work, run bowline in a container',
        ),
  ];
}

function install(platform: string, name: string): string {
  if (platform === 'darwin') return `Run brew install ${name}`;
  return platform === 'linux' ? `Run apt install ${name}, or use your package manager` : `Install ${name}`;
}
