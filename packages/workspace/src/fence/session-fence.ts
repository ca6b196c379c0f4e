import { AgentError } from '@bowline/protocol';
import { hostname } from 'node:os';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { CommandRunner, FenceVerdict, WorkspaceFence } from '../workspace.ts';
import { claimOwnership, requireOwnership } from './owner-notes.ts';
import { openFencePlace, type FencePlace } from './fence-place.ts';
import { sinceBootMs } from './since-boot.ts';
import { readSupervisors, stateOf, type NotesPlace } from './supervisor-notes.ts';

/** The time between the end of a lease and the end of the last process that it ends. */
export const LEASE_MARGIN_MS = 2000;

/** What identifies an owner of a session's workspace. */
export interface FenceParts {
  /** The same for a session wherever it is opened, and different for two sessions. */
  readonly sessionName: () => Promise<string>;
  readonly authority: string;
  /** The epoch of the open log. */
  readonly epoch: () => number;
  /** Ends commands without an owner, even one that is stopped or cut off. Default: only a takeover ends them. */
  readonly lease?: OwnerLease | undefined;
  /** A user accepted that commands of an earlier owner may still be running. */
  readonly isForced?: boolean | undefined;
  /** Where owners find each other. Default: a folder of the user in `/tmp`. */
  readonly place?: FencePlace | undefined;
}

/** A lease on running commands. */
export interface OwnerLease {
  readonly ms: number;
  /** Resolves if this process still owned the session at some time during the call. */
  readonly confirm: () => Promise<void>;
}

/** What a supervisor needs to know about its owner. */
export interface FencedOwner extends NotesPlace {
  readonly token: number;
}

/** Where the fence is, and how it ends processes. */
export interface FencePlaceParts {
  readonly root: string;
  readonly stateFolder: string;
  /** Ends the other supervisors of a session. Resolves to the processes that it could not end. */
  readonly endOthers: (notes: NotesPlace) => Promise<readonly number[]>;
  /** Whether a command has ended, as recorded in the state folder. */
  readonly hasEnded: (key: string) => boolean;
}

/** Makes this process the only one that changes a workspace for a session. */
export class SessionFence implements WorkspaceFence {
  readonly runner: CommandRunner;
  readonly #parts: FenceParts;
  readonly #at: FencePlaceParts;
  readonly #place: FencePlace | undefined;
  readonly #opened = performance.now();
  #claim: Promise<FencedOwner | undefined> | undefined;
  #claimed: FencedOwner | undefined;
  #until = Infinity;

  constructor(parts: FenceParts, at: FencePlaceParts) {
    this.#parts = parts;
    this.#at = at;
    this.#place = parts.place ?? openFencePlace();
    this.runner = { place: this.#place?.id ?? hostname(), host: hostname(), leaseMs: parts.lease?.ms ?? null };
  }

  async check(earlier: readonly CommandRunner[]): Promise<FenceVerdict> {
    if (this.#place === undefined) return { kind: 'clear', by: 'unknown' };
    const problem = await this.#endHere();
    if (problem !== undefined) return this.#unproved(problem);
    const elsewhere = earlier.filter(({ place, key }) => place !== this.runner.place && !this.#hasEnded(key));
    const unleased = elsewhere.find(({ leaseMs }) => leaseMs === null);
    if (unleased !== undefined)
      return this.#unproved(`it was started on ${unleased.host}, which cannot be seen from here`);
    if (elsewhere.length === 0) return { kind: 'clear', by: 'proof' };
    const longest = Math.max(...elsewhere.map(({ leaseMs }) => leaseMs ?? 0));
    // Counted from the takeover: the earlier owner could not confirm its lease after it.
    await delay(Math.max(0, this.#opened + longest + LEASE_MARGIN_MS - performance.now()));
    return { kind: 'clear', by: 'lease' };
  }

  require(): void {
    if (this.#claimed !== undefined) requireOwnership(this.#claimed.folder, this.#claimed.token);
    if (sinceBootMs() <= this.#until) return;
    throw new AgentError('SESSION_FENCED', 'The lease on this workspace has ended: the store was out of reach', {
      hint: 'Another process may have taken over. The session continues where the store can be reached',
    });
  }

  /** Claims the workspace. Undefined where processes cannot be listed. */
  own(): Promise<FencedOwner | undefined> {
    this.#claim ??= this.#take();
    return this.#claim;
  }

  /**
   * Confirms the lease. Returns its new end in milliseconds since boot, counted from before the question. Undefined:
   * there is none.
   */
  async renew(): Promise<number | undefined> {
    const { lease } = this.#parts;
    if (lease === undefined) return undefined;
    const until = sinceBootMs() + lease.ms;
    await lease.confirm();
    this.#until = until;
    return until;
  }

  /** How often to renew the lease. Undefined: there is none. */
  get renewEveryMs(): number | undefined {
    const { lease } = this.#parts;
    return lease && lease.ms / 3;
  }

  #hasEnded(key: string | undefined): boolean {
    return key !== undefined && this.#at.hasEnded(key);
  }

  /** Ends what runs in this place. Returns why it is not proved dead. */
  async #endHere(): Promise<string | undefined> {
    const claim = await this.own();
    if (claim === undefined) return undefined;
    const isAlone = readSupervisors(claim).every(
      (note) => note.stateFolder === this.#at.stateFolder && stateOf(note) === 'running',
    );
    if (isAlone) return undefined;
    try {
      const living = await this.#at.endOthers(claim);
      return living.length === 0 ? undefined : `processes ${living.join(', ')} do not end`;
    } catch (thrown) {
      return AgentError.from(thrown).message;
    }
  }

  async #take(): Promise<FencedOwner | undefined> {
    if (this.#place === undefined) return undefined;
    const { sessionName, authority, epoch } = this.#parts;
    const { root, stateFolder } = this.#at;
    const name = createHash('sha256')
      .update(await sessionName())
      .digest('hex')
      .slice(0, 32);
    const folder = join(this.#place.folder, name);
    const token = claimOwnership(folder, { authority, epoch: epoch(), root, stateFolder });
    this.#claimed = { folder, token, place: this.#place.id };
    return this.#claimed;
  }

  #unproved(reason: string): FenceVerdict {
    return { kind: 'unproved', reason, isForced: this.#parts.isForced === true };
  }
}
