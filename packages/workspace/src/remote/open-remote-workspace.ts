import { AgentError, isWithin } from '@bowline/protocol';
import { createSeenFiles } from '../files/create-seen-files.ts';
import { redactCommands, type OutputRedaction } from '../processes/redact-commands.ts';
import { defaultLimits, type Confinement } from '../sandbox/confinement.ts';
import type { Workspace } from '../workspace.ts';
import type { OpenedWorkspace, WorkspaceProvider } from '../workspace-provider.ts';
import { CHANNEL_TIMES, type ChannelTimes } from './channel.ts';
import { RemoteCommands, type RemotePlace } from './remote-commands.ts';
import { createRemoteFiles } from './remote-files.ts';
import { createRemoteHistory } from './remote-history.ts';
import { RemoteLink } from './remote-link.ts';
import { createRemoteSearch } from './remote-search.ts';
import type { FarFacts } from './remote-messages.ts';
import { toKey } from './secure-channel.ts';
import { parseWorkspaceUrl } from './workspace-address.ts';

/** What a remote workspace needs at the near end. */
export interface RemoteWorkspaceParts {
  /** `bowline://HOST:PORT` */
  readonly url: string;
  readonly token: string;
  /** What stays on this machine, such as outputs that were too long for the model. */
  readonly near?: Pick<Workspace, 'directories' | 'files' | 'search'> | undefined;
  /** What to remove from command output before anything reads it. */
  readonly redaction?: OutputRedaction | undefined;
  /** Whether a file there may hold keys. */
  readonly isProtected?: ((facts: FarFacts) => NonNullable<Workspace['isProtected']>) | undefined;
  readonly web?: Workspace['web'];
  readonly webSearch?: Workspace['webSearch'];
  readonly memory?: Workspace['memory'];
  readonly artifacts?: Workspace['artifacts'];
  /** Receives sentences for the user about the connection. */
  readonly onTrouble?: ((text: string) => void) | undefined;
  readonly times?: ChannelTimes | undefined;
  /** The waits between attempts to connect. */
  readonly retryMs?: readonly number[] | undefined;
}

/** About twenty seconds: long enough for a restart, and short enough to wait for. */
const RETRY_MS: readonly number[] = [300, 700, 1000, 2000, 3000, 3000, 3000, 3000, 3000];
const FIRST_TRIES = 3;

/** Opens the workspaces of sessions on another machine, each over a connection of its own. */
export function createRemoteProvider(parts: RemoteWorkspaceParts): WorkspaceProvider {
  return { open: async ({ sessionId }) => await openRemoteWorkspace(parts, sessionId) };
}

async function openRemoteWorkspace(parts: RemoteWorkspaceParts, sessionId: string): Promise<OpenedWorkspace> {
  const { url, token, times = CHANNEL_TIMES, retryMs = RETRY_MS } = parts;
  const address = parseWorkspaceUrl(url);
  const link = new RemoteLink(
    { address, key: toKey(token), sessionId, times, retryMs, firstTries: FIRST_TRIES },
    {
      onNews: (news) => {
        commands.hear(news);
      },
      onAgain: () => {
        commands.findAgain();
      },
      onGone: () => {
        commands.giveUp();
      },
      onTrouble: (text) => {
        commands.tell(text);
        parts.onTrouble?.(text);
      },
    },
  );
  const places = new WeakMap<Confinement, RemotePlace>();
  const commands = new RemoteCommands(link, ({ confinement }) => {
    const place = confinement === null || confinement === undefined ? null : places.get(confinement);
    if (place !== undefined) return place;
    throw new AgentError('INTERNAL', 'The sandbox of this command was decided for another workspace');
  });
  try {
    const facts = await link.open();
    return toWorkspace({ link, commands, places, facts }, parts);
  } catch (thrown) {
    link.close();
    throw thrown;
  }
}

interface Opened {
  readonly link: RemoteLink;
  readonly commands: RemoteCommands;
  readonly places: WeakMap<Confinement, RemotePlace>;
  readonly facts: FarFacts;
}

function toWorkspace({ link, commands, places, facts }: Opened, parts: RemoteWorkspaceParts): OpenedWorkspace {
  const { root, directories, home, platform, sandbox, hasHistory } = facts;
  const { near, redaction } = parts;
  return {
    root,
    directories: [...directories, ...(near?.directories ?? [])],
    isElsewhere: true,
    ...createPlaced(link, near),
    seen: createSeenFiles(),
    history: hasHistory ? createRemoteHistory(link) : undefined,
    commands: redaction === undefined ? commands : redactCommands(commands, redaction, { hasFiles: false }),
    confine: async (profile, { isBackground, hosts, credentials }) => {
      if (profile === 'open') return null;
      const confinement = toOpaque(facts, profile);
      const uses = credentials.map(({ host, variable }) => ({ host, variable }));
      places.set(confinement, { profile, isBackground, hosts: [...hosts], credentials: uses });
      return confinement;
    },
    writableFolders: async () => (await link.ask({ op: 'writableFolders' })).value,
    mustConfine: sandbox === 'required',
    isProtected: parts.isProtected?.(facts),
    web: parts.web,
    webSearch: parts.webSearch,
    memory: parts.memory,
    artifacts: parts.artifacts,
    machine: {
      home,
      platform,
      sandbox,
      sandboxProblem: async () => (await link.ask({ op: 'sandboxProblem' })).value ?? undefined,
    },
    endBackground: async () => (await link.ask({ op: 'endBackground' })).value,
    close: () => {
      link.close();
      commands.giveUp();
    },
  };
}

/** Files, search and what is hidden: those of this machine in its folders, otherwise those of the far end. */
function createPlaced(
  link: RemoteLink,
  near: RemoteWorkspaceParts['near'],
): Pick<Workspace, 'files' | 'search' | 'hidden'> {
  const far = { files: createRemoteFiles(link), search: createRemoteSearch(link) };
  const isNear = (path: string): boolean =>
    near?.directories.some((folder) => isWithin({ path, root: folder })) === true;
  const at = (path: string): typeof far => (near !== undefined && isNear(path) ? near : far);
  return {
    files: {
      info: (path) => at(path).files.info(path),
      read: (path) => at(path).files.read(path),
      write: (path, data, options) => at(path).files.write(path, data, options),
      list: (path) => at(path).files.list(path),
      realPath: (path) => at(path).files.realPath(path),
    },
    search: {
      files: (query) => at(query.folder).search.files(query),
      text: (query) => at(query.only ?? query.folder).search.text(query),
    },
    hidden: {
      look: async (all) => {
        const paths = all.filter((path) => !isNear(path));
        const { value } = await link.ask({ op: 'hidden', paths });
        const reasons = new Map(paths.map((path, n) => [path, value[n] ?? undefined]));
        return { reasonFor: (path) => reasons.get(path) };
      },
    },
  };
}

/** Stands for what the far end decides. Nothing here can apply it. */
function toOpaque({ root, home }: FarFacts, profile: Confinement['profile']): Confinement {
  const none: readonly string[] = [];
  const paths = { readable: none, writable: none, hidden: none };
  return { profile, folders: [root], home, ...paths, unixSockets: false, limits: defaultLimits };
}
