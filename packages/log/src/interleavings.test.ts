import fc from 'fast-check';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStore } from './open-store.ts';
import { Projection } from './projection.ts';
import { toVisibleRanges } from './records/lineage.ts';
import type { NewRecord } from './records/log-record.ts';
import { sessionFold } from './records/session-fold.ts';
import type { SessionLog, SessionStore } from './session-log.ts';

const owner = { pid: 1, host: 'here', name: 'test' };
const title = (text: string): NewRecord => ({ type: 'title_changed', body: { title: text } });

type Step =
  | { readonly do: 'append'; readonly count: number }
  | { readonly do: 'rewind'; readonly to: number }
  | { readonly do: 'undo' | 'crash' | 'reopen' | 'takeover' | 'snapshot' }
  | { readonly do: 'fork'; readonly at: number };

const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ do: fc.constant('append' as const), count: fc.integer({ min: 1, max: 4 }) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('rewind' as const), to: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('fork' as const), at: fc.nat() }) },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constantFrom('undo' as const, 'crash', 'reopen', 'takeover', 'snapshot') }),
    },
  ),
  { minLength: 1, maxLength: 25 },
);

/** The expected log: each record's text, and the record it follows. */
interface Model {
  readonly texts: string[];
  readonly parents: number[];
}

/** A session and its model, changed together. */
class World {
  readonly model: Model = { texts: ['0'], parents: [0] };
  readonly #folder: string;
  #store: SessionStore;
  #name = 's0';
  #copies = 0;
  log: SessionLog;
  projection: Projection<typeof sessionFold.initial>;

  private constructor(
    folder: string,
    store: SessionStore,
    opened: { log: SessionLog; projection: World['projection'] },
  ) {
    this.#folder = folder;
    this.#store = store;
    this.log = opened.log;
    this.projection = opened.projection;
  }

  static async open(folder: string): Promise<World> {
    const store = openStore({ root: join(folder, 'root') });
    const log = await store.open('s0', { owner, create: true });
    await log.append([title('0')]);
    return new World(folder, store, { log, projection: await Projection.open(log, sessionFold) });
  }

  async perform(step: Step): Promise<void> {
    const head = this.model.texts.length;
    if (step.do === 'append') {
      const texts = Array.from({ length: step.count }, (_, n) => `${head + n}`);
      await this.#append(texts.map(title), texts);
    } else if (step.do === 'rewind') await this.#rewind(1 + (step.to % head));
    else if (step.do === 'undo') await this.#undo();
    else if (step.do === 'fork') await this.#fork(1 + (step.at % head));
    else if (step.do === 'snapshot') await this.projection.save(this.log, { due: 1 });
    else await this.#leave(step.do);
  }

  /** The visible texts, found by following each record to its parent. */
  expected(): string[] {
    const texts: string[] = [];
    for (let seq = this.model.texts.length; seq > 0; seq = this.model.parents[seq - 1] ?? 0) {
      const text = this.model.texts[seq - 1];
      if (text !== undefined && text !== '') texts.unshift(text);
    }
    return texts;
  }

  async close(): Promise<void> {
    await this.log.close();
    await this.#store.close();
  }

  async #append(
    records: readonly NewRecord[],
    texts: readonly string[],
    parent = this.model.texts.length,
  ): Promise<void> {
    await this.projection.apply(await this.log.append(records));
    for (const [n, text] of texts.entries()) {
      this.model.parents.push(n === 0 ? parent : this.model.texts.length);
      this.model.texts.push(text);
    }
  }

  async #rewind(to: number): Promise<void> {
    await this.#append([{ type: 'rewound', body: { to } }], [''], to);
  }

  async #undo(): Promise<void> {
    const last = (await this.log.rewinds()).at(-1);
    if (last !== undefined && last.at > 1) await this.#rewind(last.at - 1);
  }

  async #fork(at: number): Promise<void> {
    const as = `s${(this.#copies += 1)}`;
    await this.#store.fork(this.#name, { at, as, owner });
    await this.log.close();
    this.#name = as;
    this.model.texts.length = at;
    this.model.parents.length = at;
    this.model.texts.push('');
    this.model.parents.push(at);
    await this.#open({});
  }

  async #leave(how: 'crash' | 'reopen' | 'takeover'): Promise<void> {
    if (how === 'takeover') {
      const fenced = this.log;
      await this.#open({ takeover: true });
      await expect(fenced.append([title('late')])).rejects.toMatchObject({ code: 'SESSION_FENCED' });
      await fenced.close();
    } else if (how === 'reopen') {
      await this.log.close();
      await this.#open({});
    } else {
      // `kill -9` leaves the files as they are at this moment.
      const root = join(this.#folder, `crash-${(this.#copies += 1)}`);
      cpSync(join(this.#folder, 'root', this.#name), join(root, this.#name), { recursive: true });
      await this.log.close();
      rmSync(join(this.#folder, 'root', this.#name), { recursive: true });
      cpSync(join(root, this.#name), join(this.#folder, 'root', this.#name), { recursive: true });
      await this.#open({});
    }
  }

  async #open(options: { takeover?: boolean }): Promise<void> {
    this.log = await this.#store.open(this.#name, { owner, ...options });
    this.projection = await Projection.open(this.log, sessionFold);
  }
}

test(
  'the log has no gaps, its chain is valid and its fold equals a replay, for any order of operations',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const folder = mkdtempSync(join(tmpdir(), 'bowline-'));
        const world = await World.open(folder);
        try {
          for (const step of list) await world.perform(step);
          const { log, projection } = world;
          const seqs: number[] = [];
          for await (const { seq } of log.read()) seqs.push(seq);
          expect(seqs).toEqual(world.model.texts.map((_, n) => n + 1));
          expect(await log.verify()).toEqual({ isSound: true, valid: seqs.length, problems: [] });

          const visible: string[] = [];
          for (const range of toVisibleRanges(await log.rewinds(), log.head.seq)) {
            for await (const record of log.read(range))
              if (record.type === 'title_changed') visible.push(record.body.title);
          }
          expect(visible).toEqual(world.expected());
          const replayed = await Projection.open(log, { ...sessionFold, name: 'from the first record' });
          expect(projection.state).toEqual(replayed.state);
          expect(projection.state.title).toBe(visible.at(-1));
        } finally {
          await world.close();
          rmSync(folder, { recursive: true });
        }
      }),
      { numRuns: 60 },
    );
  },
);
