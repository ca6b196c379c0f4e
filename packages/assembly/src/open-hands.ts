import { join } from 'node:path';
import { createKeyTest } from '@bowline/policy';
import { openSandbox, type createScreen, type Programs, type SandboxParts, type SessionSandbox } from '@bowline/guard';
import type { SessionLog } from '@bowline/log';
import {
  createLocalWeb,
  createMemory,
  createSharedMemory,
  openLocalWorkspace,
  type Workspace,
} from '@bowline/workspace';
import type { FilledOptions } from './fill-groups.ts';
import type { HostEnvironment } from './host-environment.ts';
import type { SessionArtifacts } from './session-artifacts.ts';
import { openHome, type OpenedHome } from './home/open-home.ts';
import { toFenceParts } from './to-fence-parts.ts';
import { openFarWorkspace, type SessionHands } from './remote/open-far-workspace.ts';
import type { SessionOptions } from './session-options.ts';

/** The programs that commands find by name, and the PATH of those that run without approval. */
export type SessionPrograms = Programs & { readonly unaskedPath: string };

/** What the parts of a session on this machine are opened with. */
export interface Inside {
  readonly url: string | undefined;
  readonly log: SessionLog;
  readonly folder: string;
  readonly artifacts: SessionArtifacts;
  readonly programs: SessionPrograms;
  readonly screen: ReturnType<typeof createScreen>;
}

/** Opens the workspace of a session, on this machine or another. */
export async function openHands(
  options: FilledOptions,
  machine: HostEnvironment,
  inside: Inside,
): Promise<SessionHands> {
  const far = await openFar(options, machine, inside);
  if (far !== undefined) return far;
  const { log, screen } = inside;
  const secrets = screen.output.spellings;
  const home = machine.sessionHome && (await openHome({ log, home: machine.sessionHome, secrets }));
  const hands = openHere(options, machine, { ...inside, home });
  try {
    await home?.enter(hands.workspace.fence);
    return hands;
  } catch (thrown) {
    hands.workspace.close();
    throw thrown;
  }
}

/** Connects to a remote workspace. Undefined if the session works on this machine. */
async function openFar(
  { workspaceToken, onWorkspaceTrouble, web, directories }: FilledOptions,
  machine: HostEnvironment,
  { url, log, folder, screen, artifacts }: Inside,
): Promise<SessionHands | undefined> {
  if (url === undefined) return undefined;
  const token = workspaceToken ?? machine.workspaceToken?.();
  const memory = memoryOf(machine, screen.strip);
  const tied = { sessionId: log.sessionId, folder, directories, artifacts };
  const shown = { redaction: screen.output, onTrouble: onWorkspaceTrouble };
  const reached = { web: createLocalWeb(web), webSearch: web.search };
  return await openFarWorkspace({ ...tied, ...shown, ...reached, url, token, memory });
}

/** Opens the folder of a session on this machine. */
function openHere(
  options: FilledOptions,
  machine: HostEnvironment,
  { log, folder, programs, screen, artifacts, home: own }: Inside & { readonly home: OpenedHome | undefined },
): SessionHands {
  const sandbox = sandboxOf(options, machine, {
    programs,
    folder,
    hidden: () => workspace.hidden,
    mayHoldKeys: (path) => mayHoldKeys(path),
  });
  const workspace = openLocalWorkspace({
    root: options.workspace,
    home: machine.home,
    directories: [...options.directories, folder],
    stateFolder: own?.stateFolder ?? join(folder, 'commands'),
    saves: own?.saves,
    ...toFenceParts(log, { asked: options, given: machine }),
    historyFolder: own?.historyFolder ?? join(machine.bowlineHome, 'files'),
    supervisorEntry: machine.node.supervisor,
    execPath: machine.node.execPath,
    execArgv: machine.node.execArgv,
    env: programs.environment,
    unaskedPath: programs.unaskedPath,
    ripgrepPath: programs.ripgrep,
    redaction: screen.output,
    limits: commandLimitsOf(options),
    sandbox: sandbox.forHost,
    previews: { ...sandbox.forPreviews, pid: machine.owner.pid },
    isProtected: (path) => mayHoldKeys(path),
    ...{ web: options.web, webSearch: options.web.search, artifacts },
    memory: memoryOf(machine, screen.strip),
  });
  const { home, platform } = machine;
  const mayHoldKeys = createKeyTest({ home, roots: [workspace.root, ...workspace.directories] });
  return {
    workspace,
    sandbox,
    home,
    platform,
    shown: { workspace: options.workspace, directories: options.directories },
  };
}

/** The sandbox for this session's commands. None if the platform does not support one and none is requested. */
function sandboxOf(
  {
    sandbox: { mode = 'auto', hosts = [], credentials = [] } = {},
    workspace,
    directories = [],
    isInteractive,
  }: SessionOptions,
  { platform, home, bowlineHome, confines = false }: HostEnvironment,
  {
    programs,
    ...given
  }: Pick<SandboxParts, 'folder' | 'hidden' | 'mayHoldKeys'> & { readonly programs: SessionPrograms },
): SessionSandbox {
  const environment = { ...programs.environment, PATH: programs.unaskedPath };
  const wish = confines || mode !== 'auto' ? mode : 'off';
  const folders: [string, ...string[]] = [workspace, ...directories];
  const named = { hosts, credentials };
  return openSandbox({ ...given, ...named, environment, wish, isInteractive, platform, home, bowlineHome, folders });
}

/** Undefined where the workspace's default applies. */
function commandLimitsOf({ limits }: FilledOptions): { readonly inactivityTimeoutMs: number | null } | undefined {
  const { inactivityTimeoutMs } = limits;
  return inactivityTimeoutMs === undefined ? undefined : { inactivityTimeoutMs };
}

/** Where facts are remembered: in a file of the user, or in the store that machines share. */
function memoryOf(
  { learned, learnedDir, bowlineHome }: HostEnvironment,
  strip: (text: string) => string,
): Workspace['memory'] {
  const local = createMemory(learnedDir ?? bowlineHome, strip);
  if (learned === undefined) return local;
  const add = async (key: string, text: string): Promise<boolean> => await learned.add('fact', { key, text });
  return createSharedMemory({ add }, { path: local.path, strip });
}
