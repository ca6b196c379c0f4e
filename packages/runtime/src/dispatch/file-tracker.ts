import type { NewRecord } from '@bowline/log';
import { AgentError, type FileChange } from '@bowline/protocol';
import type { ParsedCall } from '@bowline/tools';
import type { Checkpoint, CheckpointOptions, FileHistory, HeldFile, Workspace } from '@bowline/workspace';
import type { CallState, TurnState } from '../state/turn-state.ts';

/** What the tracker uses. */
export interface FileTrackerParts {
  readonly workspace: Workspace;
  readonly turn: () => Pick<TurnState, 'checkpoints' | 'commandsEndedAt' | 'batch'>;
  /** Resolves when the records are durable. */
  readonly append: (records: readonly NewRecord[]) => Promise<void>;
  /** Shows what takes long. */
  readonly onSlow: (label: string) => void;
}

/** The files before a call: those that it will write, or all if any may change. */
export interface FilesBefore {
  readonly files?: HeldFile[];
  readonly checkpoint?: string;
}

/** A look that takes longer is shown. */
const SLOW_MS = 1000;
/** Changes in one record. */
const MAX_CHANGES = 500;

/**
 * Records what calls change in the workspace. The paths of an edit are known, so they are read before and after it. A
 * command may change anything, so all files are looked at: before it, because the user may have changed some, and after
 * it, while the model thinks. The next call with an effect waits for that.
 */
export class FileTracker {
  readonly #parts: FileTrackerParts;
  /** Calls that may be changing any file, oldest first. */
  readonly #open = new Set<string>();
  /** The files of calls that write them, from before their start is recorded. */
  readonly #writing = new Map<string, readonly HeldFile[]>();
  #looking: Promise<void> = Promise.resolve();
  #isCaughtUp = false;
  #isTold = false;
  #isTooLarge = false;

  constructor(parts: FileTrackerParts) {
    this.#parts = parts;
  }

  /** Stores the files as they are before a call. */
  async begin(call: CallState, parsed: ParsedCall): Promise<FilesBefore> {
    const { workspace } = this.#parts;
    const { history } = workspace;
    if (history === undefined || !changesFiles(call)) return {};
    await this.catchUp();
    const paths = parsed.writes(workspace);
    if (paths.length === 0) return (await this.#try(() => this.#beginAny(call.callId))) ?? {};
    const files = (await this.#next(() => this.#try(() => this.#hold(call.callId, history, paths)))) ?? [];
    return files.length === 0 ? {} : { files };
  }

  /** What a call has changed, also if its outcome is unknown. Changes of a command are recorded later. */
  async end({ callId }: CallState, { files = [], checkpoint }: FilesBefore): Promise<readonly NewRecord[]> {
    const { history } = this.#parts.workspace;
    if (history === undefined) return [];
    if (checkpoint !== undefined) this.#lookAfter(callId);
    if (files.length === 0) return [];
    const changes = await this.#try(() => history.settle(files));
    this.#writing.delete(callId);
    return toRecords(callId, changes ?? []);
  }

  /** Resolves when the changes of all calls of this process that have ended are recorded. */
  async settled(): Promise<void> {
    await this.#looking;
  }

  /** The same also for the commands of a dead process, if it had no time to. */
  async catchUp(): Promise<void> {
    const { workspace, turn } = this.#parts;
    const { checkpoints, commandsEndedAt } = turn();
    const last = checkpoints.at(-1);
    if (!this.#isCaughtUp && last !== undefined && workspace.history !== undefined)
      this.#lookAfter(last.callId, commandsEndedAt);
    this.#isCaughtUp = true;
    await this.#looking;
  }

  async #hold(callId: string, history: FileHistory, paths: readonly string[]): Promise<HeldFile[]> {
    // What a running command has changed so far is recorded as its change, and not taken over by the write.
    const [owner] = this.#open;
    if (owner !== undefined) await this.#look({ callId: owner });
    const held = await history.hold(paths);
    if (held.length > 0) this.#writing.set(callId, held);
    return [...held];
  }

  async #beginAny(callId: string): Promise<FilesBefore> {
    if (this.#isTooLarge) return {};
    return await this.#next(async () => {
      // What changes while calls run is theirs, otherwise the user's.
      const [owner] = this.#open;
      const before = await this.#look({ isBase: true, ...(owner === undefined ? {} : { callId: owner }) });
      if (before === undefined) return {};
      this.#open.add(callId);
      return { checkpoint: before.id };
    });
  }

  /** If commands ended before this process began, what is newer than that was changed by the user. */
  #lookAfter(callId: string, endedAt: string | null = null): void {
    const endedMsAgo = endedAt === null ? undefined : Math.max(0, Date.now() - Date.parse(endedAt));
    const looked = this.#next(async () => {
      await this.#look({ callId, ...(endedMsAgo === undefined ? {} : { endedMsAgo }) });
      this.#open.delete(callId);
    });
    // The error is thrown where this is waited for.
    looked.catch(() => undefined);
  }

  /** One look at a time: what the last one found is recorded before the next one. */
  #next<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = this.#looking.then(work);
    this.#looking = mine.then(() => undefined);
    this.#looking.catch(() => undefined);
    return mine;
  }

  /** Looks at all files, and records what calls have changed. */
  async #look(options: CheckpointOptions): Promise<Checkpoint | undefined> {
    const { workspace, onSlow, turn } = this.#parts;
    const { checkpoints: since, batch } = turn();
    const unfinished = batch.flatMap(({ held, isFinished }) => (isFinished ? [] : held));
    const writing = [...unfinished, ...[...this.#writing.values()].flat()].map(({ path }) => path);
    const timer = setTimeout(onSlow, SLOW_MS, 'saving files, so that changes can be undone');
    const seen = await this.#try(() => workspace.history?.checkpoint({ since, writing, ...options })).finally(() => {
      clearTimeout(timer);
    });
    for (const { callId, changes, id } of seen?.missed ?? []) await this.#record(callId, changes, id);
    if (seen?.leftOut.some(({ reason }) => reason === 'too-many') === true) {
      this.#isTooLarge = true;
      await this.#tell('this folder is too large: what commands change cannot be undone');
      return undefined;
    }
    if (seen !== undefined && options.callId !== undefined)
      await this.#record(options.callId, seen.changes ?? [], seen.id);
    return seen;
  }

  async #record(callId: string, changes: readonly FileChange[], checkpoint: string): Promise<void> {
    if (changes.length > 0) await this.#parts.append(toRecords(callId, changes, checkpoint));
  }

  /** A call goes on without a history. The user is told once. */
  async #try<Result>(work: () => Result | Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (thrown) {
      await this.#tell(`changes to files cannot be undone: ${AgentError.from(thrown).message}`);
      return undefined;
    }
  }

  async #tell(text: string): Promise<void> {
    if (this.#isTold) return;
    this.#isTold = true;
    await this.#parts.append([{ type: 'notice', body: { level: 'warning', code: 'FILES_NOT_STORED', text } }]);
  }
}

/** Whether a call can change files: it does more than read, and the sandbox does not prevent it. */
function changesFiles({ effect, profile }: CallState): boolean {
  return effect === 'write' || (effect === 'execute' && profile !== 'observe');
}

function toRecords(callId: string, changes: readonly FileChange[], checkpoint?: string): readonly NewRecord[] {
  const count = Math.ceil(changes.length / MAX_CHANGES);
  return Array.from({ length: count }, (_, n) => ({
    type: 'files_changed' as const,
    body: {
      callId,
      changes: changes.slice(n * MAX_CHANGES, (n + 1) * MAX_CHANGES),
      ...(checkpoint === undefined ? {} : { checkpoint }),
    },
  }));
}
