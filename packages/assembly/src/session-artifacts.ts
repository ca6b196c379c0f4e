import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ArtifactFolder, toArtifactName, type ArtifactStore, type SessionLog } from '@bowline/log';
import { parseArtifactName } from '@bowline/protocol';
import type { AgentParts } from '@bowline/runtime';
import type { WorkspaceArtifacts } from '@bowline/workspace';

/** The parts of a session's artifacts. */
export interface SessionArtifactsParts {
  /** Where the session's texts are kept. */
  readonly store: ArtifactStore;
  readonly log: Pick<SessionLog, 'sessionId' | 'read'>;
  /** The folder of sessions on this machine, for tools that need a file. */
  readonly sessionsFolder: string;
  readonly redact: (text: string) => string;
}

/** What the agent saves, and what tools find again. */
export interface SessionArtifacts extends WorkspaceArtifacts {
  readonly save: AgentParts['saveArtifact'];
  /** Removes the files of texts that are stored elsewhere. */
  readonly close: () => Promise<void>;
}

/**
 * The artifacts of a session. If its store is elsewhere, a text becomes a file here when a tool asks for it. A masked
 * result that the store has dropped is taken from the log.
 */
export function createSessionArtifacts({
  store,
  log,
  sessionsFolder,
  redact,
}: SessionArtifactsParts): SessionArtifacts {
  const { sessionId } = log;
  const here = new ArtifactFolder(sessionsFolder);
  const folder = join(sessionsFolder, sessionId, 'artifacts', 'named');
  return {
    save: async (_, text) => await store.put(sessionId, redact(text)),
    find: async (name) => {
      const path = await here.locate(sessionId, name);
      if (path !== undefined || parseArtifactName(name) === undefined) return path;
      const text = (await store.get(sessionId, name)) ?? (await findInLog(log, name, redact));
      if (text === undefined) return undefined;
      await here.put(sessionId, text);
      return await here.locate(sessionId, name);
    },
    close: async () => {
      if (!(store instanceof ArtifactFolder)) await rm(folder, { recursive: true, force: true });
    },
    nameOf: (path) => {
      const name = `artifact:${basename(path)}`;
      const isKept = dirname(path).endsWith(join(sessionId, 'artifacts', 'named'));
      return isKept && parseArtifactName(name) !== undefined ? name : undefined;
    },
  };
}

/** The result of a call that has this name. Records hold what the model got before it was masked. */
async function findInLog(
  log: SessionArtifactsParts['log'],
  name: string,
  redact: (text: string) => string,
): Promise<string | undefined> {
  for await (const record of log.read()) {
    if (record.type !== 'tool_finished') continue;
    const text = redact(record.body.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n'));
    if (toArtifactName(text) === name) return text;
  }
  return undefined;
}
