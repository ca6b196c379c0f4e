import { HiddenFiles } from './ignore/hidden-files.ts';
import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { SupervisorLaunch } from './processes/connect-supervisor.ts';
import { redactCommands, type OutputRedaction } from './processes/redact-commands.ts';
import type { SupervisorSandbox } from './processes/supervisor-messages.ts';
import { SupervisedCommands, type CommandLimits } from './processes/supervised-commands.ts';
import type { BackgroundCommand, Workspace } from './workspace.ts';
import { createLocalWeb, type LocalWebParts } from './web/create-local-web.ts';
import { openAside, type AsideParts } from './aside/open-aside.ts';
import { createCommandPreviews, type PreviewSandbox } from './preview/create-command-previews.ts';
import { endOthers } from './fence/end-others.ts';
import { fenceFiles } from './fence/fence-files.ts';
import { SessionFence, type FenceParts } from './fence/session-fence.ts';
import { hasEnded } from './processes/call-files.ts';
import { createSeenFiles } from './files/create-seen-files.ts';
import { createLocalFiles } from './files/local-files.ts';
import type { LocalHistory } from './snapshots/create-file-history.ts';
import { openFileHistory } from './snapshots/open-file-history.ts';
import { createLocalSearch } from './search/local-search.ts';

const LEASE_MS = 600_000;
/** The limit that Gemini CLI uses: a command without output for this long is considered stuck. */
const SILENCE_MS = 300_000;

/** What a local workspace needs. */
export interface LocalWorkspaceParts {
  readonly root: string;
  readonly directories: readonly string[];
  /** Repositories above this directory are not searched for ignore files. Absent: none is searched. */
  readonly home?: string | undefined;
  /** Holds the output and exit status of commands. The same for one session in every process. */
  readonly stateFolder: string;
  /** Holds the contents of changed files, of each root in a folder of its own. Default: changes cannot be undone. */
  readonly historyFolder?: string | undefined;
  /** The file that the supervisor process runs. */
  readonly supervisorEntry: string;
  readonly execPath: string;
  readonly execArgv: readonly string[];
  /** The environment of commands. The model can print everything in it. */
  readonly env: Readonly<Record<string, string>>;
  /** PATH for commands that run without approval. Default: the environment's. */
  readonly unaskedPath?: string | undefined;
  /** How long commands run on without an owner. */
  readonly leaseMs?: number | undefined;
  /** Makes this process the only one that changes the workspace for its session. Default: it does not. */
  readonly fence?: FenceParts | undefined;
  /** What ends a command that does not end by itself. Default: 5 minutes without output. */
  readonly limits?: Partial<CommandLimits> | undefined;
  readonly ripgrepPath?: string | undefined;
  /** What to remove from command output. Default: nothing. */
  readonly redaction?: OutputRedaction | undefined;
  /** The sandbox for commands: how the supervisor confines them, and how each profile does. */
  readonly sandbox?: WorkspaceSandbox | undefined;
  /** How commands are previewed, and the process that runs the previews. Default: they cannot be previewed. */
  readonly previews?: (PreviewSandbox & { readonly pid: number }) | undefined;
  /** Whether a file may hold keys. Default: none. */
  readonly isProtected?: Workspace['isProtected'];
  /** How to reach the web. Default: public addresses only. */
  readonly web?: LocalWebParts | undefined;
  readonly webSearch?: Workspace['webSearch'];
  readonly memory?: Workspace['memory'];
  readonly artifacts?: Workspace['artifacts'];
  readonly saves?: Workspace['saves'];
}

/** The sandbox of a workspace. */
export interface WorkspaceSandbox {
  readonly forSupervisor: () => Promise<SupervisorSandbox | undefined>;
  readonly confine: NonNullable<Workspace['confine']>;
  readonly writableFolders: NonNullable<Workspace['writableFolders']>;
  /** Refuses to run what cannot be confined. */
  readonly isRequired?: boolean;
}

/** A local workspace, until closed. */
export interface LocalWorkspace extends Workspace {
  readonly hidden: HiddenFiles;
  /** Disconnects. Running commands continue until their lease ends and can be found again by key. */
  readonly close: () => void;
  /** Ends background commands and returns them, for a run that will not be resumed. */
  readonly endBackground: () => Promise<readonly BackgroundCommand[]>;
}

/** Gives tools access to this machine. Starts nothing before a command needs it. */
export function openLocalWorkspace(parts: LocalWorkspaceParts): LocalWorkspace {
  const { supervisorEntry, execPath, execArgv, env, leaseMs = LEASE_MS, ripgrepPath, limits } = parts;
  const root = toRealFolder(parts.root);
  const directories = parts.directories.map((folder) => toRealFolder(resolve(root, folder)));
  const roots = [root, ...directories];
  const hidden = new HiddenFiles({ folders: roots, home: parts.home, path: env['PATH'] ?? '' });
  // Keys and sockets are derived from this path, so it must be unique.
  const stateFolder = resolve(parts.stateFolder);
  const launch = {
    stateFolder,
    supervisorEntry,
    execPath,
    execArgv,
    env,
    unaskedPath: parts.unaskedPath,
    leftOut: parts.redaction?.spellings,
    leaseMs,
    sandbox: parts.sandbox?.forSupervisor,
  };
  const fence = openFence(parts.fence, { root, launch });
  const commands = new SupervisedCommands(
    { ...launch, fence },
    { inactivityTimeoutMs: SILENCE_MS, timeoutMs: null, ...limits },
  );
  commands.keepLeft();
  const { historyFolder } = parts;
  const history =
    historyFolder === undefined ? undefined : openFileHistory(root, historyFolder, parts.redaction?.spellings);
  const previews = openPreviews({ ...parts, root, stateFolder }, history);
  const workspace: LocalWorkspace = {
    root,
    directories,
    history,
    previews,
    aside: openAsideHere({ ...parts, root, stateFolder }, { roots, hidden, history, previews, base: () => workspace }),
    files: fenceFiles(createLocalFiles(roots, hidden), fence),
    fence,
    hidden,
    seen: createSeenFiles(),
    commands: parts.redaction === undefined ? commands : redactCommands(commands, parts.redaction),
    search: createLocalSearch({ roots, ripgrepPath, hidden }),
    confine: parts.sandbox?.confine,
    writableFolders: parts.sandbox?.writableFolders,
    mustConfine: parts.sandbox?.isRequired,
    isProtected: parts.isProtected,
    web: createLocalWeb(parts.web),
    webSearch: parts.webSearch,
    memory: parts.memory,
    artifacts: parts.artifacts,
    saves: parts.saves,
    close: () => {
      commands.close();
      void history?.close();
    },
    endBackground: () => commands.endBackground(),
  };
  return workspace;
}

/** Undefined if changes cannot be stored, or without a sandbox for previews. */
function openPreviews(
  { root, stateFolder, env, unaskedPath, previews, redaction }: LocalWorkspaceParts,
  history: LocalHistory | undefined,
): Workspace['previews'] {
  if (history === undefined || previews === undefined) return undefined;
  const { pid, ...sandbox } = previews;
  const folder = join(stateFolder, 'previews');
  return createCommandPreviews({ root, history, env, unaskedPath, sandbox, folder, pid, redact: redaction?.whole });
}

/** Undefined if commands cannot be previewed, or if another machine, which does not have what is pending, may go on. */
function openAsideHere(
  { root, stateFolder, ripgrepPath, previews: place, saves }: LocalWorkspaceParts,
  {
    history,
    previews,
    ...rest
  }: Pick<AsideParts, 'roots' | 'hidden' | 'base'> & {
    readonly history: LocalHistory | undefined;
    readonly previews: Workspace['previews'];
  },
): Workspace['aside'] {
  if (history === undefined || previews === undefined || place === undefined || saves !== undefined) return undefined;
  const folder = join(stateFolder, 'previews');
  return openAside({ ...rest, root, ripgrepPath, history, previews, folder, pid: place.pid });
}

function openFence(
  parts: FenceParts | undefined,
  { root, launch }: { readonly root: string; readonly launch: SupervisorLaunch },
): SessionFence | undefined {
  if (parts === undefined) return undefined;
  const { stateFolder } = launch;
  return new SessionFence(parts, {
    root,
    stateFolder,
    endOthers: (notes) => endOthers(notes, launch),
    hasEnded: (key) => hasEnded(stateFolder, key),
  });
}

/** Resolves links as search and path checks do. A missing directory keeps its name. */
function toRealFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
