import { openStore, type SessionStore, type VerifyReport } from '@bowline/log';
import { note, owner, started } from '@bowline/testkit';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Acked } from './ack-file.ts';
import { countHalfBatches } from './marked-batch.ts';

/** The sessions written last are read in full; the others must exist. */
const READ_IN_FULL = 12;

/** Faults in sessions whose writer was killed or lost power. */
export interface Findings {
  sessions: number;
  /** Acknowledged records that are missing or differ from what was acknowledged. */
  lost: number;
  /** Sessions that do not verify. */
  unsound: number;
  halfBatches: number;
  /** Sessions that cannot be continued. */
  unwritable: number;
  readonly problems: string[];
}

/** Creates findings with all counts at zero. */
export function createFindings(): Findings {
  return { sessions: 0, lost: 0, unsound: 0, halfBatches: 0, unwritable: 0, problems: [] };
}

/** Adds the findings of another check. */
export function addFindings(sum: Findings, one: Findings): void {
  sum.sessions += one.sessions;
  sum.lost += one.lost;
  sum.unsound += one.unsound;
  sum.halfBatches += one.halfBatches;
  sum.unwritable += one.unwritable;
  sum.problems.push(...one.problems);
}

/** True if no fault was found. */
export function isClean({ lost, unsound, halfBatches, unwritable }: Findings): boolean {
  return lost + unsound + halfBatches + unwritable === 0;
}

/** Reads, verifies and continues the sessions below `root`, and compares them with the acknowledgments. */
export async function checkStore(root: string, acks: ReadonlyMap<string, Acked>): Promise<Findings> {
  const findings = createFindings();
  const store = openStore({ root });
  try {
    for (const [sessionId, { seq }] of [...acks].slice(0, -READ_IN_FULL)) {
      if (existsSync(join(root, sessionId, 'events.db'))) continue;
      findings.lost += seq;
      findings.problems.push(`${sessionId}: is gone`);
    }
    for (const [sessionId, acked] of [...acks].slice(-READ_IN_FULL)) {
      await new SessionCheck(store, sessionId, findings).acknowledged(acked);
    }
    for (const entry of readdirSync(root, { withFileTypes: true })) {
      const isBegun = entry.isDirectory() && !entry.name.startsWith('.') && !acks.has(entry.name);
      if (isBegun) await new SessionCheck(store, entry.name, findings).begun();
    }
    return findings;
  } finally {
    await store.close();
  }
}

class SessionCheck {
  readonly #store: SessionStore;
  readonly #sessionId: string;
  readonly #findings: Findings;

  constructor(store: SessionStore, sessionId: string, findings: Findings) {
    this.#store = store;
    this.#sessionId = sessionId;
    this.#findings = findings;
    findings.sessions += 1;
  }

  /** Checks that a session has all of its acknowledged records. */
  async acknowledged(acked: Acked): Promise<void> {
    try {
      const { valid } = await this.#read(acked);
      if (valid < acked.seq) this.#lose(acked.seq - valid, `has ${valid} of ${acked.seq} records`);
    } catch (thrown) {
      this.#findings.unsound += 1;
      this.#lose(acked.seq, `cannot be read: ${toText(thrown)}`);
    }
    await this.#goOn();
  }

  /** Checks that a session that was being created exists and is sound, or can be created again. */
  async begun(): Promise<void> {
    let isMade = false;
    try {
      const reader = await this.#store.openReader(this.#sessionId);
      isMade = reader.head.seq > 0;
      await reader.close();
    } catch {
      // Nothing in it was acknowledged, so it may be missing.
    }
    if (isMade) await this.acknowledged({ seq: 0, hash: '' });
    else await this.#goOn({ create: true });
  }

  async #read(acked: Acked): Promise<VerifyReport> {
    const reader = await this.#store.openReader(this.#sessionId);
    try {
      const report = await reader.verify();
      if (!report.isSound) {
        this.#findings.unsound += 1;
        this.#note(`does not verify: ${report.problems.join('; ')}`);
      }
      for await (const { hash } of reader.read({ from: Math.max(1, acked.seq), to: acked.seq })) {
        if (hash !== acked.hash) this.#lose(acked.seq, `record ${acked.seq} is not the one that was acknowledged`);
      }
      const half = await countHalfBatches(reader.read());
      this.#findings.halfBatches += half;
      if (half > 0) this.#note(`has ${half} batches in part`);
      return report;
    } finally {
      await reader.close();
    }
  }

  async #goOn(options: { readonly create?: boolean } = {}): Promise<void> {
    try {
      const log = await this.#store.open(this.#sessionId, { owner, ...options });
      try {
        const before = log.head.seq;
        const [record] = await log.append([before === 0 ? started(this.#sessionId) : note('on')]);
        const { isSound, valid, problems } = await log.verify();
        if (record?.seq !== before + 1 || !isSound || valid !== before + 1) throw new Error(problems.join('; '));
      } finally {
        await log.close();
      }
    } catch (thrown) {
      this.#findings.unwritable += 1;
      this.#note(`cannot be gone on with: ${toText(thrown)}`);
    }
  }

  #lose(count: number, problem: string): void {
    this.#findings.lost += count;
    this.#note(problem);
  }

  #note(problem: string): void {
    this.#findings.problems.push(`${this.#sessionId}: ${problem}`);
  }
}

function toText(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
