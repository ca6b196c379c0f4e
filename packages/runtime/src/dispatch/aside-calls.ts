import type { NewRecord } from '@bowline/log';
import { AgentError, type ApprovalMode, type FileChange } from '@bowline/protocol';
import { isWithin } from '@bowline/protocol/plain';
import { fail, type ParsedCall, type ToolOutcome, type ToolScope } from '@bowline/tools';
import type { AsideView, PreviewedCommand, Workspace } from '@bowline/workspace';
import type { CallObserver } from '../adk/observe-call.ts';
import type { CallState, TurnState } from '../state/turn-state.ts';
import { describeImpossible, describeLedOut, type CallPlace } from './call-place.ts';
import { refused } from './decide-calls.ts';
import { keyOf } from './key-of.ts';
import { toFinished } from './to-finished.ts';
import { truncateOutcome, type CallLimits, type SaveArtifact } from './truncate-outcome.ts';

/** What calls beside the workspace need. */
export interface AsideParts {
  readonly workspace: Workspace;
  readonly observer: CallObserver;
  readonly saveArtifact: SaveArtifact;
  readonly limits: CallLimits;
  readonly mode: () => ApprovalMode;
  readonly turn: () => Pick<TurnState, 'pending' | 'batch'>;
  /** Resolves when the records are durable. */
  readonly append: (records: readonly NewRecord[]) => Promise<void>;
  readonly update: (callId: string, text: string) => void;
}

/** Changes in one record. */
const MAX_CHANGES = 500;
const NOWHERE = 'it needs a local Linux workspace with bubblewrap, and a session whose files are only on this machine';

/**
 * Calls that run beside the workspace: what they change is pending. One at a time, because each begins with what the
 * ones before it have changed. Nothing real changes, so that a call of a dead process simply runs again.
 */
export class AsideCalls {
  readonly #parts: AsideParts;
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: AsideParts) {
    this.#parts = parts;
  }

  /** Whether calls that can run aside do so. What is pending stays so until it is decided, whatever the mode. */
  get isOn(): boolean {
    return this.#parts.mode() === 'preview' || this.#parts.turn().pending !== undefined;
  }

  /** The workspace as calls see it. */
  get workspace(): Workspace {
    return this.isOn ? (this.#open()?.workspace ?? this.#parts.workspace) : this.#parts.workspace;
  }

  /** Why nothing can run aside here. Undefined: it can. */
  async problem(): Promise<string | undefined> {
    const { aside } = this.#parts.workspace;
    return aside === undefined ? NOWHERE : await aside.problem();
  }

  async placeOf(call: ParsedCall | undefined): Promise<CallPlace> {
    if (!this.isOn || call?.runsAside !== true) return { kind: 'here' };
    const { workspace } = this;
    const { root, files } = workspace;
    const { files: base } = this.#parts.workspace;
    const written = await Promise.all(
      call.writes(workspace).map(async (path) => {
        const [target, real] = await Promise.all([files.realPath(path), base.realPath(path)]);
        return { path, target, isSame: target === real };
      }),
    );
    if (!written.every(({ target: path }) => isWithin({ path, root }))) {
      // In the folder it would be another file than the one that the user is asked about.
      const ledOut = written.find(({ isSame }) => !isSame);
      return ledOut === undefined
        ? { kind: 'here' }
        : { kind: 'nowhere', reason: describeLedOut(ledOut.path, ledOut.target) };
    }
    const problem = await this.problem();
    return problem === undefined ? { kind: 'aside' } : { kind: 'nowhere', reason: describeImpossible(problem) };
  }

  /** Runs a call, and records its result together with what it has changed. */
  async run(call: CallState, parsed: ParsedCall, signal: AbortSignal): Promise<void> {
    const mine = this.#last.then(() => this.#run(call, parsed, signal));
    this.#last = mine.catch(() => undefined);
    await mine;
  }

  #open(): AsideView | undefined {
    const { workspace, turn } = this.#parts;
    return workspace.aside?.open(turn().pending ?? []);
  }

  async #run(call: CallState, parsed: ParsedCall, signal: AbortSignal): Promise<void> {
    const { observer, append } = this.#parts;
    if (!this.#isOpen(call)) return;
    // A call that a dead process had started has changed nothing, so it starts again.
    if (call.key === null) await append([{ type: 'tool_started', body: { callId: call.callId, key: keyOf(call) } }]);
    const view = this.#open();
    if (view === undefined) {
      await append([refused(call, 'preview_impossible', describeImpossible(NOWHERE))]);
      return;
    }
    const perform = (): Promise<ToolOutcome> => this.#perform(call, parsed, { view, signal });
    const outcome = await observer.observe(call, perform, signal).catch(toFailure);
    const result = toFinished(call, await truncateOutcome(outcome, call.callId, this.#parts));
    if (this.#isOpen(call)) await append([result, ...toPending(call.callId, view.added())]);
  }

  /** The model was told that an aborted call has no result, so it has no changes either. */
  #isOpen({ callId }: CallState): boolean {
    return this.#parts.turn().batch.some((each) => each.callId === callId && !each.isFinished);
  }

  async #perform(
    call: CallState,
    parsed: ParsedCall,
    { view, signal }: { readonly view: AsideView; readonly signal: AbortSignal },
  ): Promise<ToolOutcome> {
    const { saveArtifact: keep, update } = this.#parts;
    const scope: ToolScope = {
      ...{ workspace: view.workspace, signal, keep, key: keyOf(call) },
      answers: call.asked.flatMap(({ outcome }) => (outcome === null ? [] : [outcome])),
      update: (text) => {
        update(call.callId, text);
      },
    };
    if (parsed.runInCopy === undefined) return await parsed.run(scope);
    const ran = await parsed.runInCopy(scope);
    if ('problem' in ran) return fail('preview_failed', `The command did not run: ${ran.problem}.`);
    return withNotes(ran.outcome, ran.preview);
  }
}

/** What the copy could not do, and whether the changes are kept. */
function withNotes(outcome: ToolOutcome, { limits, obstacle, conflicts }: PreviewedCommand): ToolOutcome {
  const why =
    obstacle ?? (conflicts.length === 0 ? undefined : `${conflicts.join(', ')} was changed by someone else meanwhile`);
  const lost = why === undefined ? [] : [`Its changes were not kept: ${why}. The files are as they were before it.`];
  const notes = [...lost, ...limits];
  if (notes.length === 0) return outcome;
  const { walls: _, ...rest } = outcome;
  const told = { ...rest, content: [...outcome.content, { type: 'text' as const, text: notes.join('\n') }] };
  return why === undefined ? told : { ...told, ok: false, errorType: 'changes_not_kept' };
}

function toPending(callId: string, changes: readonly FileChange[]): readonly NewRecord[] {
  return Array.from({ length: Math.ceil(changes.length / MAX_CHANGES) }, (_, n) => ({
    type: 'changes_pending' as const,
    body: { callId, changes: changes.slice(n * MAX_CHANGES, (n + 1) * MAX_CHANGES) },
  }));
}

function toFailure(thrown: unknown): ToolOutcome {
  const { message, hint } = AgentError.from(thrown);
  return fail('unhandled_exception', hint === undefined ? message : `${message} (${hint})`);
}
