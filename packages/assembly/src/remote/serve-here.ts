import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AgentError } from '@bowline/protocol';
import { openSandbox, toOutsidePrograms } from '@bowline/guard';
import { createKeyTest } from '@bowline/policy';
import {
  openLocalWorkspace,
  serveWorkspace,
  type OpenedWorkspace,
  type ServedWorkspace,
  type WorkspaceProvider,
} from '@bowline/workspace';
import type { HostEnvironment } from '../host-environment.ts';

/** What is served, and to whom. */
export interface ServeOptions {
  /** The only folder whose contents can be reached. */
  readonly root: string;
  readonly host: string;
  readonly port: number;
  readonly token: string;
  /** Whether commands are sandboxed. With `required`, no client can run one without. */
  readonly sandbox: 'off' | 'auto' | 'required';
}

/** Serves a folder of this machine as the workspace of sessions elsewhere. */
export async function serveHere(options: ServeOptions, machine: HostEnvironment): Promise<ServedWorkspace> {
  const { host, port, token } = options;
  const root = toFolder(options.root);
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16);
  const stateFolder = join(machine.bowlineHome, 'served', name);
  const provider = createProvider({ ...options, root }, stateFolder, machine);
  return await serveWorkspace({ host, port, token, provider, stateFolder });
}

function createProvider(
  { root, sandbox: wish }: ServeOptions,
  stateFolder: string,
  machine: HostEnvironment,
): WorkspaceProvider {
  const { home, bowlineHome, platform, node } = machine;
  return {
    open: async ({ sessionId }): Promise<OpenedWorkspace> => {
      const folder = join(stateFolder, sessionId, 'outputs');
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      // The session that asks cannot see this machine, so programs of the project never run without approval.
      const programs = toOutsidePrograms(machine, { folders: [root], home });
      const sandbox = openSandbox({
        environment: programs.environment,
        wish,
        isInteractive: false,
        platform,
        home,
        bowlineHome,
        folder,
        folders: [root, folder],
        hosts: [],
        credentials: [],
        hidden: () => workspace.hidden,
        mayHoldKeys: (path) => isProtected(path),
      });
      const workspace = openLocalWorkspace({
        root,
        home,
        directories: [folder],
        stateFolder: join(folder, 'commands'),
        historyFolder: join(bowlineHome, 'files'),
        supervisorEntry: node.supervisor,
        execPath: node.execPath,
        execArgv: node.execArgv,
        env: machine.environment,
        unaskedPath: programs.environment['PATH'],
        ripgrepPath: programs.ripgrep,
        sandbox: sandbox.forHost,
        isProtected: (path) => isProtected(path),
      });
      const isProtected = createKeyTest({ home, roots: [workspace.root, ...workspace.directories] });
      const sandboxProblem = sandbox.forGuard.problem;
      return { ...workspace, machine: { home, platform, sandbox: wish, sandboxProblem } };
    },
  };
}

function toFolder(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return realpathSync(path);
  throw new AgentError('OPTIONS_INVALID', `Not a folder: ${path}`, { hint: 'Use --root with the folder to serve' });
}
