import type { Machine } from '../open-session.ts';
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

/** What could keep commands in. Nothing does yet, whatever is installed, and that is said. */
export async function checkSandbox({ environment, platform }: Machine): Promise<readonly Check[]> {
  const found = await findSandbox(platform, environment);
  const text = `commands run without a sandbox: there is none in bowline yet (${found})`;
  return [warning('sandbox', text, 'where you do not trust the work, run bowline in a container')];
}

async function findSandbox(platform: string, environment: Machine['environment']): Promise<string> {
  if (platform === 'darwin') {
    const result = await runProgram('/usr/bin/sandbox-exec', ['-p', '(version 1)(allow default)', 'true'], environment);
    return result.kind === 'ran' ? 'sandbox-exec works' : 'sandbox-exec does not work';
  }
  if (platform !== 'linux') return `nor anything for it on ${platform}`;
  const result = await runProgram('bwrap', ['--version'], environment);
  return result.kind === 'ran' ? `bubblewrap ${toVersion(result.output)} is installed` : 'bubblewrap is not installed';
}

function install(platform: string, name: string): string {
  if (platform === 'darwin') return `brew install ${name}`;
  return platform === 'linux' ? `apt install ${name} (or as your system does it)` : `install ${name}`;
}
