import { AgentError, type InputAnswer } from '@bowline/protocol';
import type { Workspace } from '@bowline/workspace';
import type { Dispatch } from '../dispatch/create-dispatch.ts';
import { PREVIEWING } from '../dispatch/preview-call.ts';
import type { Journal } from '../journal/journal.ts';
import type { CallState } from '../state/turn-state.ts';

interface PreviewParts {
  readonly journal: Journal;
  readonly previewCall: Dispatch['previewCall'];
  readonly findPreview: Dispatch['findPreview'];
  readonly workspace: Pick<Workspace, 'previews'>;
}

/** The previews of pending approvals that are running. Results become records; a canceled one leaves none. */
export class CallPreviews {
  readonly #parts: PreviewParts;
  readonly #running = new Map<string, { readonly abort: AbortController; readonly done: Promise<void> }>();

  constructor(parts: PreviewParts) {
    this.#parts = parts;
  }

  /** Starts a preview, if it is not running already. Throws if no call waits for this answer. */
  start(inputId: unknown): string | null {
    const { journal, workspace } = this.#parts;
    const call = journal.turn.batch.find((each) => each.inputId === inputId && each.outcome === null);
    if (typeof inputId !== 'string' || call === undefined)
      throw new AgentError('UNKNOWN_INPUT', 'No pending approval to preview', { hint: 'List the pending inputs' });
    if (workspace.previews === undefined)
      throw new AgentError('SEND_INVALID', 'Commands cannot be previewed here', { hint: 'Allow or deny the call' });
    if (!this.#running.has(inputId)) {
      const abort = new AbortController();
      const done = this.#run(call, inputId, abort.signal).finally(() => this.#running.delete(inputId));
      this.#running.set(inputId, { abort, done });
    }
    return journal.turn.streamId;
  }

  /** Rejects an answer that applies a preview if the files have changed since. */
  async check(inputId: string, answer: InputAnswer): Promise<void> {
    const { journal, findPreview, workspace } = this.#parts;
    if (answer.kind !== 'confirmation' || answer.preview === undefined || answer.overwrites === true) return;
    const call = journal.turn.batch.find((each) => each.inputId === inputId);
    const record = call === undefined ? undefined : await findPreview(call);
    if (record?.type !== 'input_previewed' || record.body.run === undefined) return;
    const { preview, changes } = record.body.run;
    const now = (await workspace.previews?.check(changes)) ?? [];
    const paths = [...new Set([...preview.conflicts, ...now])];
    if (paths.length === 0) return;
    throw new AgentError('SEND_INVALID', `Nothing was applied. Changed since the preview: ${paths.join(', ')}`, {
      hint: 'Preview it again, or apply it over these changes (--overwrite)',
    });
  }

  /** Cancels the preview of one input, or all. */
  async cancel(inputId?: string): Promise<void> {
    const all = [...this.#running].flatMap(([id, each]) => (inputId === undefined || id === inputId ? [each] : []));
    for (const { abort } of all) abort.abort();
    await Promise.all(all.map(({ done }) => done));
  }

  async #run(call: CallState, inputId: string, signal: AbortSignal): Promise<void> {
    const { journal, previewCall } = this.#parts;
    journal.tellLive({ type: 'progress', label: PREVIEWING });
    const record = await previewCall(call, signal);
    const { streamId } = journal.turn;
    const isPending = journal.session.pending.some((request) => request.inputId === inputId);
    if (signal.aborted || !isPending || streamId === null) return;
    await journal.append([{ ...record, streamId }]).catch((thrown: unknown) => {
      const { code, message } = AgentError.from(thrown);
      journal.tellLive({ type: 'error', code, message, fatal: false });
    });
  }
}
