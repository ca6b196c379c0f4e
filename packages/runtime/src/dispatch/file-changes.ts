import type { NewRecord } from '@bowline/log';
import { AgentError } from '@bowline/protocol';
import type { ParsedCall } from '@bowline/tools';
import type { HeldFile, Workspace } from '@bowline/workspace';
import type { CallState } from '../state/turn-state.ts';

/** Where changes of files are stored and recorded. */
interface FileParts {
  readonly workspace: Workspace;
  /** Resolves when the record is durable. */
  readonly append: (record: NewRecord) => Promise<void>;
}

/** Stores the files that a call will write, as they are. */
export async function holdFiles(
  call: CallState,
  parsed: ParsedCall,
  { workspace, append }: FileParts,
): Promise<readonly HeldFile[]> {
  const paths = call.effect === 'read' ? [] : parsed.writes(workspace);
  if (workspace.history === undefined || paths.length === 0) return [];
  try {
    return await workspace.history.hold(paths);
  } catch (thrown) {
    await append(cannotUndo(thrown));
    return [];
  }
}

/** What the call has changed, also if its outcome is unknown. */
export async function settleFiles(
  { callId }: CallState,
  held: readonly HeldFile[],
  { workspace }: FileParts,
): Promise<readonly NewRecord[]> {
  if (workspace.history === undefined || held.length === 0) return [];
  try {
    const changes = await workspace.history.settle(held);
    return changes.length === 0 ? [] : [{ type: 'files_changed', body: { callId, changes: [...changes] } }];
  } catch (thrown) {
    return [cannotUndo(thrown)];
  }
}

function cannotUndo(thrown: unknown): NewRecord {
  const { message } = AgentError.from(thrown);
  return {
    type: 'notice',
    body: { level: 'warning', code: 'FILES_NOT_STORED', text: `this change cannot be undone: ${message}` },
  };
}
