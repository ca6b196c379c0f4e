import { join } from 'node:path';
import { type CheckOutcome, type SafetyChecker } from '@bowline/policy';
import { AgentError, isWithin } from '@bowline/protocol';
import type { Workspace } from '@bowline/workspace';
import { checkAllowedPath } from './allowed-path.ts';
import type { CheckedCall } from './call-paths.ts';
import { runExternalChecker, type RunProgram } from './run-external-checker.ts';
import { withinTime } from './within-time.ts';

/** What policy checkers are run with. */
export interface CheckerParts {
  readonly workspace: Workspace;
  /** The directory of checker programs, by the names that policies use. */
  readonly checkersFolder: string;
  readonly run: RunProgram;
  readonly timeoutMs?: number;
}

/**
 * Runs the checkers that policies name, in this process or in their own. It never throws: an error counts as a failed
 * check.
 */
export function createCheckerRunner(
  parts: CheckerParts,
): (checker: SafetyChecker, call: Pick<CheckedCall, 'args'> & { readonly tool: string }) => Promise<CheckOutcome> {
  const { timeoutMs = 5000 } = parts;
  return async (checker, call) => {
    try {
      return checker.type === 'external'
        ? await runExternal(checker, call, parts)
        : await withinTime({ name: checker.name, timeoutMs }, () => runInProcess(checker, call.args, parts));
    } catch (thrown) {
      return { kind: 'failed', why: AgentError.from(thrown).message };
    }
  };
}

async function runInProcess(
  { name, config }: SafetyChecker,
  args: CheckedCall['args'],
  { workspace }: CheckerParts,
): Promise<CheckOutcome> {
  if (name === 'allowed-path') return await checkAllowedPath(args, config, workspace);
  return { kind: 'failed', why: `there is no check named ${name}` };
}

async function runExternal(
  { name, requiredContext, config }: SafetyChecker,
  { tool, args }: Pick<CheckedCall, 'args'> & { readonly tool: string },
  { workspace, checkersFolder, run, timeoutMs }: CheckerParts,
): Promise<CheckOutcome> {
  if (!/^[a-z0-9][a-z0-9-]*$/.test(name))
    return { kind: 'failed', why: 'the name of a checker may contain only lower-case letters, digits and dashes' };
  const command = await workspace.files.realPath(join(checkersFolder, name));
  const folders = [workspace.root, ...workspace.directories];
  if (folders.some((folder) => isWithin({ path: command, root: folder })))
    return { kind: 'failed', why: `${command} is inside the workspace that it checks` };
  const payload = { tool, args, cwd: workspace.root, context: { workspaces: folders } };
  const checker = { name, command, requiredContext, config };
  return await runExternalChecker(checker, payload, { run, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
}
