import { detectCgroups } from '@bowline/workspace';
import { join } from 'node:path';
import type { HostEnvironment } from '@bowline/assembly';
import { findSandbox } from '@bowline/guard';
import type { SandboxWish } from '@bowline/guard';
import { programTexts, sandboxTexts } from '../texts/doctor-texts.ts';
import { checkLimits } from './check-limits.ts';
import { ok, problem, warning, type Check } from './check.ts';
import { runProgram, toVersion } from './run-program.ts';

const OLDEST_NODE = [22, 13] as const;

/** Checks the version of Node. */
export async function checkNode({ node, environment }: HostEnvironment): Promise<readonly Check[]> {
  const result = await runProgram(node.execPath, ['--version'], environment);
  if (result.kind !== 'ran') return [warning('node', programTexts.nodeFails(node.execPath))];
  const version = toVersion(result.output);
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]);
  return [
    isOld
      ? problem('node', programTexts.nodeTooOld(version, OLDEST_NODE.join('.')))
      : ok('node', programTexts.found(version, node.execPath)),
  ];
}

/** Checks Git, as commands of the model find it. */
export async function checkGit({ environment, platform }: HostEnvironment): Promise<readonly Check[]> {
  const result = await runProgram('git', ['--version'], environment);
  if (result.kind === 'ran') return [ok('git', toVersion(result.output))];
  const message = result.kind === 'missing' ? programTexts.noGit : result.why;
  return [warning('git', { message, hint: install(platform, 'git') })];
}

/** Checks ripgrep. Without it, a built-in search is used. */
export async function checkRipgrep({ ripgrep, environment, platform }: HostEnvironment): Promise<readonly Check[]> {
  const fix = install(platform, 'ripgrep');
  if (ripgrep === undefined) return [warning('ripgrep', { message: programTexts.noRipgrep, hint: fix })];
  const result = await runProgram(ripgrep, ['--version'], environment);
  if (result.kind === 'ran') return [ok('ripgrep', programTexts.found(toVersion(result.output), ripgrep))];
  const why = result.kind === 'missing' ? programTexts.ripgrepMissing : result.why;
  return [problem('ripgrep', programTexts.ripgrepFails(ripgrep, why, fix))];
}

/** Checks the sandbox by starting it once. */
export async function checkSandbox(
  { platform, bowlineHome }: HostEnvironment,
  wish: SandboxWish,
): Promise<readonly Check[]> {
  if (wish === 'off') return [warning('sandbox', sandboxTexts.off)];
  const found = findSandbox({ platform, cache: join(bowlineHome, 'sandbox.json') });
  if (found.ok) {
    const { path } = found.found;
    return [ok('sandbox', sandboxTexts.found(path)), checkLimits(found.found, detectCgroups())];
  }
  return [
    wish === 'required'
      ? problem('sandbox', sandboxTexts.required(found.problem))
      : warning('sandbox', sandboxTexts.none(found.problem)),
  ];
}

function install(platform: string, name: string): string {
  if (platform === 'darwin') return programTexts.brew(name);
  return platform === 'linux' ? programTexts.apt(name) : programTexts.install(name);
}
