import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AgentError } from '@bowline/protocol';
import { openSandbox, toOutsidePrograms } from '@bowline/guard';
import { createKeyTest } from '@bowline/policy';
import {
  cloneReference,
  isGitAddress,
  openLocalWorkspace,
  parseGitAddress,
  serveWorkspace,
  type GitReference,
  type OpenedWorkspace,
  type ServedWorkspace,
  type WorkspaceProvider,
} from '@bowline/workspace';
import type { HostEnvironment } from '../host-environment.ts';

/** What is served, and to whom. */
export interface ServeOptions {
  /**
   * The only folder whose contents can be reached. Or a reference of a Git repository (`git+https://HOST/PATH#NAME`): then each
   * session gets a clone of its own.
   */
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
  const git = isGitAddress(options.root) ? requireGit(options.root) : undefined;
  const root = git === undefined ? toFolder(options.root) : options.root;
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16);
  const stateFolder = join(machine.bowlineHome, 'served', name);
  const rootOf = async (sessionId: string): Promise<string> =>
    git === undefined ? root : await toClone(git, join(stateFolder, sessionId, 'clone'), machine);
  const provider = createProvider({ ...options, rootOf }, stateFolder, machine);
  return await serveWorkspace({ host, port, token, provider, stateFolder });
}

function createProvider(
  {
    rootOf,
    sandbox: wish,
  }: Pick<ServeOptions, 'sandbox'> & { readonly rootOf: (sessionId: string) => Promise<string> },
  stateFolder: string,
  machine: HostEnvironment,
): WorkspaceProvider {
  const { home, bowlineHome, platform, node } = machine;
  return {
    open: async ({ sessionId }): Promise<OpenedWorkspace> => {
      const folder = join(stateFolder, sessionId, 'outputs');
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const root = await rootOf(sessionId);
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

function requireGit(address: string): GitReference {
  const git = parseGitAddress(address);
  if (git !== undefined) return git;
  throw new AgentError('OPTIONS_INVALID', `Not a reference of a repository: ${address}`, {
    hint: 'For example git+https://github.com/owner/name#main, with https, ssh or file, and without a password',
  });
}

/** The clone of a session. It is made once, so the session finds what it has changed. */
async function toClone(git: GitReference, folder: string, { environment }: HostEnvironment): Promise<string> {
  const cloned = await cloneReference(git, { folder, env: environment });
  if (cloned.kind !== 'failed') return realpathSync(folder);
  throw new AgentError('OPTIONS_INVALID', `Cannot clone ${git.repository}: ${cloned.problem}`, {
    hint: 'Check the address, the reference and your access to it',
  });
}

function toFolder(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return realpathSync(path);
  throw new AgentError('OPTIONS_INVALID', `Not a folder: ${path}`, { hint: 'Use --root with the folder to serve' });
}
