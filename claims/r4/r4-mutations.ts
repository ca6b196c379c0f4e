import { openStore, type LogRecord, type SalvageReport, type SessionStore } from '@bowline/log';
import { AgentError } from '@bowline/protocol';
import { note, owner, started } from '@bowline/testkit';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Claim } from '../claim.ts';
import { createTraps, mutateFiles, type Mutation } from './mutate-files.ts';
import { createSeededRandom } from '../../tests/kit/seeded-random.ts';
import { createVictimStates, readAll, VICTIM, type VictimState } from './victim-states.ts';

const OTHERS = ['before', 'beside', 'zuletzt'];
const LIST_EVERY = 50;
/** The number of problems that are printed; the others are only counted. */
const TOLD = 20;

/** Damages the bytes of a store and checks that it is detected, contained and salvaged as far as possible. */
export const r4Mutations: Claim = {
  id: 'R4',
  sentence:
    '10,000 byte-level mutations are tried. In a closed store, every one is detected. In a store left by kill -9, every one is detected or changes no record (counted as harmless). The valid beginning is salvaged, and the other sessions in the folder open and are listed.',
  async run({ isQuick, say }) {
    const wanted = isQuick ? 600 : 10_000;
    const seed = Number(process.env['BOWLINE_SEED'] ?? 20_260_101);
    // Durability does not matter here, so a memory disk is used.
    const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'bowline-r4-'));
    say(`${wanted} mutations, seed ${seed}`);
    try {
      const random = createSeededRandom(seed);
      const states = await createVictimStates(folder, random);
      const trial = await Trial.open(join(folder, 'sessions'), say);
      for (const state of states) {
        for (const trap of createTraps(state.files)) await trial.damage(state, trap);
      }
      while (trial.counts.mutations < wanted) {
        for (const state of states)
          await trial.damage(state, mutateFiles(random, state.files, random.pick(state.targets)));
        if (trial.counts.mutations % 1000 === 0) say(`${trial.counts.mutations} mutations`);
      }
      await trial.close();
      return {
        holds: trial.holds,
        figures: { seed, ...trial.counts },
        against: 'the same sessions, read back record by record before they were damaged',
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Counts that must stay 0. */
const faults = {
  /** Undetected damage with lost or changed records. */
  silent: 0,
  /** Undetected damage in a properly closed session, where every byte is sealed. */
  unsealed: 0,
  /** Salvage failed, recovered a record that did not exist, or left an unsound session. */
  badSalvages: 0,
  /** Salvage recovered fewer records than there are before the first damaged one. */
  salvagedShort: 0,
  /** Salvage reported a wrong number of lost records, although the witness was intact. */
  lossMiscounted: 0,
  originalsLost: 0,
  /** Errors that are not AgentErrors. */
  untypedErrors: 0,
  /** Another session was not read back unchanged. */
  othersAffected: 0,
  listsFailed: 0,
  /** Lists without the damaged session. */
  victimHidden: 0,
};

/** A store with a session that is damaged repeatedly, and the counts. */
class Trial {
  readonly counts = {
    mutations: 0,
    closedDetected: 0,
    killedDetected: 0,
    killedHarmless: 0,
    salvaged: 0,
    salvagedWhole: 0,
    othersUnaffected: 0,
    lists: 0,
    /**
     * Damage that verification detected, but a plain read returned only a beginning, or had a gap or a changed record,
     * without an error.
     */
    readsCutShort: 0,
    readsWithGap: 0,
    ...faults,
  };
  readonly #root: string;
  readonly #store: SessionStore;
  readonly #say: (line: string) => void;
  readonly #others = new Map<string, readonly LogRecord[]>();
  #told = 0;

  private constructor(root: string, say: (line: string) => void) {
    this.#root = root;
    this.#store = openStore({ root });
    this.#say = say;
  }

  static async open(root: string, say: (line: string) => void): Promise<Trial> {
    const trial = new Trial(root, say);
    for (const sessionId of OTHERS) {
      const log = await trial.#store.open(sessionId, { owner, create: true });
      await log.append([started(sessionId), note('a note'), note('x'.repeat(5000))]);
      await log.close();
      trial.#others.set(sessionId, (await trial.#look(sessionId)).records ?? []);
    }
    return trial;
  }

  get holds(): boolean {
    const { counts } = this;
    return (Object.keys(faults) as (keyof typeof faults)[]).every((fault) => counts[fault] === 0) && counts.lists > 0;
  }

  async close(): Promise<void> {
    await this.#store.close();
  }

  async damage(state: VictimState, mutation: Mutation): Promise<void> {
    const n = (this.counts.mutations += 1);
    this.#write(state, mutation);
    const what = `${n}: ${state.name}, ${mutation.kind} in ${mutation.file} at ${mutation.touched.join(' and ')}`;
    const found = await this.#look(VICTIM);
    const isSame = isDeepStrictEqual(found.records, state.records);
    if (found.isUntyped) this.#fault('untypedErrors', `${what}: ${found.problem ?? ''}`);
    if (mutation.kind === 'delete' || n % LIST_EVERY === 0) await this.#list(what);
    await this.#lookAtOther(n, what);
    if (found.isDetected) {
      this.counts[`${state.name}Detected`] += 1;
      if (found.records !== undefined && !isSame) this.#countRead(found.records, state);
      await this.#salvage({ state, mutation, what, valid: found.valid });
    } else if (!isSame) this.#fault('silent', what);
    else if (state.name === 'closed') this.#fault('unsealed', what);
    else this.counts.killedHarmless += 1;
    rmSync(join(this.#root, '.damaged'), { recursive: true, force: true });
  }

  #countRead(read: readonly LogRecord[], { records }: VictimState): void {
    const isBeginning = isDeepStrictEqual(read, records.slice(0, read.length));
    this.counts[isBeginning ? 'readsCutShort' : 'readsWithGap'] += 1;
  }

  #write(state: VictimState, { file, content }: Mutation): void {
    const home = join(this.#root, VICTIM);
    rmSync(home, { recursive: true, force: true });
    mkdirSync(home);
    for (const [name, bytes] of state.files) {
      const written = name === file ? content : bytes;
      if (written !== undefined) writeFileSync(join(home, name), written);
    }
  }

  /** The records that a reader gets, and whether verification or an error reports damage. */
  async #look(sessionId: string): Promise<Look> {
    try {
      const reader = await this.#store.openReader(sessionId);
      try {
        const { isSound, valid, problems } = await reader.verify();
        const records = await readAll(reader).catch(() => undefined);
        return { isDetected: !isSound, valid, records, problem: problems[0], isUntyped: false };
      } finally {
        await reader.close();
      }
    } catch (thrown) {
      const isUntyped = !AgentError.is(thrown);
      return { isDetected: true, valid: 0, records: undefined, problem: String(thrown), isUntyped };
    }
  }

  async #lookAtOther(n: number, what: string): Promise<void> {
    const sessionId = OTHERS[n % OTHERS.length] ?? '';
    const { isDetected, records } = await this.#look(sessionId);
    const isAffected = isDetected || !isDeepStrictEqual(records, this.#others.get(sessionId));
    if (isAffected) this.#fault('othersAffected', `${what}: ${sessionId} is not what it was`);
    else this.counts.othersUnaffected += 1;
  }

  async #list(what: string): Promise<void> {
    this.counts.lists += 1;
    try {
      const listed = new Map((await this.#store.list()).map((summary) => [summary.sessionId, summary]));
      if (!listed.has(VICTIM)) this.#fault('victimHidden', `${what}: not in the list`);
      if (OTHERS.some((sessionId) => listed.get(sessionId)?.records !== 3))
        this.#fault('othersAffected', `${what}: the list lacks another session`);
    } catch (thrown) {
      this.#fault('listsFailed', `${what}: ${String(thrown)}`);
    }
  }

  async #salvage(damaged: Damaged): Promise<void> {
    const { records } = damaged.state;
    try {
      const report = await this.#store.salvage(VICTIM, owner);
      const now = await this.#look(VICTIM);
      const isBeginning = isDeepStrictEqual(now.records, records.slice(0, report.kept));
      if (!now.isDetected && isBeginning) this.counts.salvaged += 1;
      else this.#fault('badSalvages', `${damaged.what}: ${now.problem ?? 'not a beginning'}`);
      if (report.kept === records.length) this.counts.salvagedWhole += 1;
      if (!existsSync(report.original)) this.#fault('originalsLost', damaged.what);
      this.#checkExtent(damaged, report);
    } catch (thrown) {
      this.#fault('badSalvages', `${damaged.what}: ${String(thrown)}`);
      if (!AgentError.is(thrown)) this.#fault('untypedErrors', damaged.what);
    }
  }

  /** Checks that salvage kept all records before the damage and reported the number of lost ones correctly. */
  #checkExtent({ state, mutation, what, valid }: Damaged, { kept, lost }: SalvageReport): void {
    const { map, records } = state;
    const least = Math.max(valid, map.untouched(mutation.file, mutation.touched, records.length));
    if (kept < least) this.#fault('salvagedShort', `${what}: ${kept} records instead of ${least}`);
    if (mutation.file !== 'head' && kept + lost !== records.length)
      this.#fault('lossMiscounted', `${what}: ${kept} kept, ${lost} lost of ${records.length}`);
  }

  #fault(fault: keyof typeof faults, what: string): void {
    this.counts[fault] += 1;
    this.#told += 1;
    if (this.#told <= TOLD) this.#say(`${fault}: ${what}`);
  }
}

interface Look {
  readonly isDetected: boolean;
  readonly valid: number;
  readonly records: readonly LogRecord[] | undefined;
  readonly problem: string | undefined;
  readonly isUntyped: boolean;
}

interface Damaged {
  readonly state: VictimState;
  readonly mutation: Mutation;
  readonly what: string;
  /** Records that verification could still prove. */
  readonly valid: number;
}
