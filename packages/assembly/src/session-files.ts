import { join } from 'node:path';
import { foldAt, openStore, sessionFold, type SessionReader, type SessionStore } from '@bowline/log';
import type { FilePreview, FilesPreview, JsonObject } from '@bowline/protocol';
import { changedFiles, previewFiles, type PreviewedAction } from '@bowline/runtime';
import { isWorkspaceUrl, openFileHistory, type FileHistory } from '@bowline/workspace';
import type { HostEnvironment } from './host-environment.ts';
import { openFarHistory } from './remote/open-far-workspace.ts';

/** What a session has done to files, and what restoring them would do. Changes nothing, also while the session runs. */
export interface SessionFiles {
  /** What a rewind with files or a restoration would do. Rejects as the action would. */
  readonly preview: (action: PreviewedAction) => Promise<FilesPreview>;
  /** What the agent has changed since before an event (`before`, `step`), or in the whole session. */
  readonly changes: (data?: JsonObject) => Promise<readonly FilePreview[]>;
}

/** Where sessions and the contents of files are stored. */
export interface SessionPlaces {
  readonly bowlineHome: string;
  readonly sessionsFolder: string;
  readonly openStore?: (() => SessionStore) | undefined;
  readonly workspaceToken?: HostEnvironment['workspaceToken'];
}

/** Looks at the files of a session on this machine, whether or not a process has it open. */
export function createSessionFiles(sessionId: string, machine: SessionPlaces): SessionFiles {
  const use = async <Result>(work: (log: SessionReader, history: FileHistory) => Promise<Result>): Promise<Result> => {
    const store = machine.openStore?.() ?? openStore({ root: machine.sessionsFolder });
    try {
      const log = await store.openReader(sessionId);
      const { workspace } = await foldAt(log, sessionFold, log.head.seq);
      try {
        const history = await openHistory(workspace, sessionId, machine);
        try {
          return await work(log, history);
        } finally {
          await history.close();
        }
      } finally {
        await log.close();
      }
    } finally {
      await store.close();
    }
  };
  return {
    preview: (action) => use((log, history) => previewFiles(action, log, history)),
    changes: (data = {}) => use((log, history) => changedFiles(data, log, history)),
  };
}

type OpenHistory = FileHistory & { readonly close: () => Promise<void> };

/** The file history of a workspace, on this machine or another. */
async function openHistory(
  workspace: string,
  sessionId: string,
  { bowlineHome, workspaceToken }: SessionPlaces,
): Promise<OpenHistory> {
  if (!isWorkspaceUrl(workspace)) return openFileHistory(workspace, join(bowlineHome, 'files'));
  return await openFarHistory({ url: workspace, token: workspaceToken?.(), sessionId });
}
