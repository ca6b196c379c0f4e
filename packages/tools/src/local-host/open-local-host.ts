import { HiddenFiles } from '@bowline/workspace';
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { redactCommands, type OutputRedaction } from '../shell/redact-commands.ts';
import type { SupervisorSandbox } from '../shell/supervisor-messages.ts';
import { SupervisedCommands, type CommandLimits } from '../shell/supervised-commands.ts';
import type { BackgroundCommand, ToolHost } from '../tool-host.ts';
import { createLocalWeb, type LocalWebParts } from '../web/create-local-web.ts';
import { createSeenFiles } from './create-seen-files.ts';
import { createLocalFiles } from './local-files.ts';
import { createLocalSearch } from './local-search.ts';

const LEASE_MS = 600_000;
/** What Gemini CLI's users know: a command that prints nothing for so long hangs. */
const SILENCE_MS = 300_000;

/** What the real world is opened with. */
export interface LocalHostParts {
  readonly workspace: string;
  readonly directories: readonly string[];
  /** Above it no repository is looked for whose ignore files count; without it none is. */
  readonly home?: string | undefined;
  /** Where commands leave their output and how they ended: the same for the same session, in any process. */
  readonly stateFolder: string;
  /** The file that the supervisor of commands runs, and how it is run. */
  readonly supervisorEntry: string;
  readonly execPath: string;
  readonly execArgv: readonly string[];
  /** The environment of commands: whatever is in it, the model can print. */
  readonly env: Readonly<Record<string, string>>;
  /** PATH for commands that run without approval. Default: the environment's. */
  readonly unaskedPath?: string | undefined;
  /** How long commands go on without an owner. */
  readonly leaseMs?: number;
  /** What ends a command that does not end by itself: 5 minutes of silence, and nothing else, unless told. */
  readonly limits?: Partial<CommandLimits> | undefined;
  readonly ripgrepPath?: string | undefined;
  /** What is left out of what commands print; nothing unless told. */
  readonly redaction?: OutputRedaction | undefined;
  /** What confines commands: what the supervisor confines them with, known when it starts, and how those of a profile are. */
  readonly sandbox?: HostSandbox | undefined;
  /** Whether a file may hold keys; none does unless told. */
  readonly isProtected?: ToolHost['isProtected'];
  /** How the web is asked; the open one alone unless told. */
  readonly web?: LocalWebParts | undefined;
  readonly webSearch?: ToolHost['webSearch'];
  readonly memory?: ToolHost['memory'];
}

/** What confines the commands of a host. */
export interface HostSandbox {
  readonly forSupervisor: () => Promise<SupervisorSandbox | undefined>;
  readonly confine: NonNullable<ToolHost['confine']>;
  readonly writableFolders: NonNullable<ToolHost['writableFolders']>;
  /** What cannot be confined is not run. */
  readonly isRequired?: boolean;
}

/** The real world, until closed. */
export interface LocalHost extends ToolHost {
  readonly hidden: HiddenFiles;
  /** Leaves; commands that run go on until their lease is over, and are found again by their keys. */
  readonly close: () => void;
  /** Starts what runs commands, so that the first one does not wait for it. */
  readonly prepareCommands: () => void;
  /** Ends what runs in the background, and tells what that was: for a run that nobody will come back to. */
  readonly endBackground: () => Promise<readonly BackgroundCommand[]>;
}

/** Opens this machine to tools. Nothing is started before a command is, or is about to be. */
export function openLocalHost(parts: LocalHostParts): LocalHost {
  const { supervisorEntry, execPath, execArgv, env, leaseMs = LEASE_MS, ripgrepPath, limits } = parts;
  const workspace = toRealFolder(parts.workspace);
  const directories = parts.directories.map((folder) => toRealFolder(resolve(workspace, folder)));
  const roots = [workspace, ...directories];
  const hidden = new HiddenFiles({ folders: roots, home: parts.home, path: env['PATH'] ?? '' });
  // Keys and sockets are derived from its name: one folder, one name.
  const stateFolder = resolve(parts.stateFolder);
  const commands = new SupervisedCommands(
    {
      stateFolder,
      supervisorEntry,
      execPath,
      execArgv,
      env,
      unaskedPath: parts.unaskedPath,
      leftOut: parts.redaction?.spellings,
      leaseMs,
      sandbox: parts.sandbox?.forSupervisor,
    },
    { silenceMs: SILENCE_MS, timeoutMs: null, ...limits },
  );
  return {
    workspace,
    directories,
    files: createLocalFiles(roots, hidden),
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
    close: () => {
      commands.close();
    },
    prepareCommands: () => {
      commands.prepare();
    },
    endBackground: () => commands.endBackground(),
  };
}

/** As search and path checks see it; a folder that is not there yet keeps its name. */
function toRealFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
