import type { NewRecord } from '@bowline/log';
import type { Workspace } from '@bowline/workspace';
import { isRefused } from '../state/next-action.ts';
import type { CallState } from '../state/turn-state.ts';

/**
 * Saves the files of a session that may continue on another machine. A result is recorded together with a save that
 * contains its effect: without the save, another machine would be told of an effect that its files do not show.
 */
export class FileSaver {
  readonly #workspace: Pick<Workspace, 'saves'>;
  #last: string | undefined;
  #isTold = false;

  constructor(workspace: Pick<Workspace, 'saves'>) {
    this.#workspace = workspace;
  }

  /** The record of a save after a call. The caller appends it at once, or an older save would be recorded last. */
  async afterCall(call: CallState): Promise<readonly NewRecord[]> {
    return call.effect === 'read' || call.executor === 'host' || isRefused(call) ? [] : await this.save();
  }

  /** Saves the files. Throws if the store cannot be used: then nothing that depends on it is recorded here. */
  async save(): Promise<readonly NewRecord[]> {
    const { saves } = this.#workspace;
    if (saves === undefined) return [];
    const saved = await saves.save();
    if (saved.kind === 'too-large') return this.#tell(saved.limit);
    if (saved.name === this.#last) return [];
    this.#last = saved.name;
    return [{ type: 'files_saved', body: { save: saved.name, copy: saves.copy } }];
  }

  #tell(limit: string): readonly NewRecord[] {
    if (this.#isTold) return [];
    this.#isTold = true;
    const text = `the files are not saved any more: the workspace has more than ${limit}. On another worker the session continues with those of the last save`;
    return [{ type: 'notice', body: { level: 'warning', code: 'FILES_NOT_SAVED', text } }];
  }
}
