import { join } from 'node:path';
import { createKeyTest } from '@bowline/policy';
import { openSandbox, type createScreen, type Programs, type SandboxParts, type SessionSandbox } from '@bowline/guard';
import { createLocalWeb, createMemory, openLocalWorkspace } from '@bowline/workspace';
import type { FilledOptions } from './fill-groups.ts';
import type { HostEnvironment } from './host-environment.ts';
import { openFarWorkspace, type SessionHands } from './remote/open-far-workspace.ts';
import type { SessionOptions } from './session-options.ts';

/** The programs that commands find by name, and the PATH of those that run without approval. */
export type SessionPrograms = Programs & { readonly unaskedPath: string };

/** What the parts of a session on this machine are opened with. */
export interface Inside {
  readonly url: string | undefined;
  readonly sessionId: string;
  readonly folder: string;
  readonly programs: SessionPrograms;
  readonly screen: ReturnType<typeof createScreen>;
}

/** Opens the workspace of a session, on this machine or another. */
export async function openHands(
  options: FilledOptions,
  machine: HostEnvironment,
  inside: Inside,
): Promise<SessionHands> {
  return (await openFar(options, machine, inside)) ?? openHere(options, machine, inside);
}

/** Connects to a remote workspace. Undefined if the session works on this machine. */
async function openFar(
  { workspaceToken, onWorkspaceTrouble, web, directories }: FilledOptions,
  machine: HostEnvironment,
  { url, sessionId, folder, screen }: Inside,
): Promise<SessionHands | undefined> {
  if (url === undefined) return undefined;
  const token = workspaceToken ?? machine.workspaceToken?.();
  const memory = createMemory(machine.learnedDir ?? machine.bowlineHome, screen.strip);
  const tied = { sessionId, folder, directories, redaction: screen.output, onTrouble: onWorkspaceTrouble };
  return await openFarWorkspace({ ...tied, url, token, web: createLocalWeb(web), webSearch: web.search, memory });
}

/** Opens the folder of a session on this machine. */
function openHere(
  options: FilledOptions,
  machine: HostEnvironment,
  { folder, programs, screen }: Inside,
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
    stateFolder: join(folder, 'commands'),
    historyFolder: join(machine.bowlineHome, 'files'),
    supervisorEntry: machine.node.supervisor,
    execPath: machine.node.execPath,
    execArgv: machine.node.execArgv,
    env: programs.environment,
    unaskedPath: programs.unaskedPath,
    ripgrepPath: programs.ripgrep,
    redaction: screen.output,
    limits: commandLimitsOf(options),
    sandbox: sandbox.forHost,
    isProtected: (path) => mayHoldKeys(path),
    web: options.web,
    webSearch: options.web.search,
    memory: createMemory(machine.learnedDir ?? machine.bowlineHome, screen.strip),
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
