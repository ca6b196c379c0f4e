import { AgentError } from '@bowline/protocol';
import { noSandbox, type SessionSandbox } from '@bowline/guard';
import { createKeyTest } from '@bowline/policy';
import {
  createRemoteProvider,
  openLocalWorkspace,
  type FileHistory,
  type OpenedWorkspace,
  type RemoteWorkspaceParts,
} from '@bowline/workspace';

/** What a session in a remote workspace is opened with. */
export interface FarParts extends Pick<
  RemoteWorkspaceParts,
  'redaction' | 'web' | 'webSearch' | 'memory' | 'artifacts' | 'onTrouble'
> {
  readonly url: string;
  readonly token: string | undefined;
  readonly sessionId: string;
  /** The folder of this machine for outputs that are too long for the model. */
  readonly folder: string;
  readonly directories: readonly string[];
}

/** The workspace of a session, and the facts about its machine that decisions and the instruction depend on. */
export interface SessionHands {
  readonly workspace: Omit<OpenedWorkspace, 'machine'>;
  readonly sandbox: Omit<SessionSandbox, 'forPreviews'>;
  readonly home: string;
  readonly platform: string;
  /** The folders that the model works in. */
  readonly shown: { readonly workspace: string; readonly directories: readonly string[] };
}

/** Connects to the remote workspace of a session. */
export async function openFarWorkspace({ token, folder, directories, ...parts }: FarParts): Promise<SessionHands> {
  const { sessionId, ...rest } = parts;
  if (directories.length > 0)
    throw new AgentError('OPTIONS_INVALID', 'A remote workspace has no further folders', {
      hint: 'Serve a folder that contains all of them',
    });
  const isProtected: RemoteWorkspaceParts['isProtected'] = ({ home, root, directories: others }) =>
    createKeyTest({ home, roots: [root, ...others] });
  const provider = createRemoteProvider({
    ...{ ...rest, isProtected },
    token: requireToken(token, parts.url),
    near: openNear(folder),
  });
  const workspace = await provider.open({ sessionId });
  const { home, platform } = workspace.machine;
  const shown = { workspace: workspace.root, directories: [] };
  return { workspace, sandbox: toSandbox(workspace), home, platform, shown };
}

/** Connects to a remote workspace only to look at its file history, beside a process that has the session open. */
export async function openFarHistory({
  url,
  token,
  sessionId,
}: Pick<FarParts, 'url' | 'token' | 'sessionId'>): Promise<FileHistory & { readonly close: () => Promise<void> }> {
  const provider = createRemoteProvider({ url, token: requireToken(token, url) });
  // A session has one connection there: with its own id, the process that has it open would lose it.
  const { history, close } = await provider.open({ sessionId: `${sessionId}.look` });
  if (history !== undefined)
    return {
      ...history,
      close: async () => {
        close();
      },
    };
  close();
  throw new AgentError('SEND_INVALID', `Workspace ${url} keeps no file history`, {
    hint: 'Serve it with a newer version of Bowline',
  });
}

function requireToken(token: string | undefined, url: string): string {
  if (token !== undefined) return token;
  throw new AgentError('SETTINGS_INVALID', `No token for workspace ${url}`, {
    hint: 'Set BOWLINE_WORKSPACE_TOKEN, or save the token as ~/.bowline/workspace-token',
  });
}

/** The outputs that this machine has saved. No command is ever started here. */
function openNear(folder: string): NonNullable<RemoteWorkspaceParts['near']> {
  const program = { supervisorEntry: '', execPath: '', execArgv: [], env: {} };
  const { files, search } = openLocalWorkspace({ root: folder, directories: [], stateFolder: folder, ...program });
  return { files, search, directories: [folder] };
}

/** The far end confines, so only what it says about that counts. Credentials of this machine stay here. */
function toSandbox({ machine, writableFolders }: OpenedWorkspace): SessionHands['sandbox'] {
  const { sandbox: wish, sandboxProblem } = machine;
  if (wish === 'off') return { forGuard: noSandbox(), forHost: undefined, isHeld: async () => false };
  let asked: Promise<string | undefined> | undefined;
  const problem = async (): Promise<string | undefined> => await (asked ??= sandboxProblem());
  return {
    isHeld: async () => (await problem()) === undefined,
    forHost: undefined,
    forGuard: {
      isRequired: wish === 'required',
      hosts: [],
      problem,
      folders: async () => ((await writableFolders?.()) ?? []).slice(1),
      credentialsFor: async () => [],
    },
  };
}
