import { realpathSync } from 'node:fs';
import type { SessionLog } from '@bowline/log';
import type { LocalWorkspaceParts } from '@bowline/workspace';

/** What a program and a user say about commands of earlier owners. */
interface FenceWishes {
  readonly given: {
    readonly sessionsFolder: string;
    readonly openStore?: unknown;
    readonly fencesCommands?: boolean | undefined;
    readonly commandLeaseMs?: number | undefined;
  };
  readonly asked: { readonly session?: { readonly ignoresOldCommands?: boolean } };
}

/** Makes the writer of a log the only one that changes its workspace. */
export function toFenceParts(log: SessionLog, { asked, given }: FenceWishes): Pick<LocalWorkspaceParts, 'fence'> {
  if (given.fencesCommands === false) return {};
  const { confirm } = log;
  const { commandLeaseMs: ms } = given;
  return {
    fence: {
      sessionName: () => nameOf(log),
      authority: given.openStore === undefined ? toReal(given.sessionsFolder) : 'store',
      epoch: () => log.epoch,
      lease: confirm === undefined || ms === undefined ? undefined : { ms, confirm },
      isForced: asked.session?.ignoresOldCommands,
    },
  };
}

/** Sessions of two stores or tenants may have the same ID, but not the same first record. A fork has another ID. */
async function nameOf(log: SessionLog): Promise<string> {
  for await (const { hash } of log.read({ from: 1, to: 1 })) return `${log.sessionId} ${hash}`;
  return log.sessionId;
}

function toReal(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
