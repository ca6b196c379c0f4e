import { Worker } from 'node:worker_threads';
import { SnapshotEngine } from '../../packages/workspace/src/snapshots/snapshot-engine.ts';
import { readTree } from '../../packages/workspace/src/snapshots/scratch-tree.ts';
import { AgentError } from '@bowline/protocol';
import { createSeededRandom } from '../../tests/kit/seeded-random.ts';
import type { PersonData } from './children/person.ts';
import { BEFORE, CHANGED, EDITED, prepareApply, type PreparedApply } from './prepare-apply.ts';

const KINDS = ['save', 'overwrite', 'append'] as const;
const MARK = 'what the person wrote';

/** What races of an apply with edits have shown. */
export interface Races {
  readonly problems: readonly string[];
  readonly refused: number;
  readonly applied: number;
  /** Edits that were complete before the apply began, and that began after it had ended. */
  readonly before: number;
  readonly after: number;
  /** Writes to a file that had lost its name, as with every program that replaces files. Not counted as races. */
  readonly late: number;
}

/** Applies the same changes again and again, while a person edits one of the files at any moment. */
export async function playRaces(folder: string, seed: number, count: number): Promise<Races> {
  const { int } = createSeededRandom(seed);
  const random = (): number => int(0, 1e6 - 1) / 1e6;
  const prepared = await prepareApply(folder);
  const { root } = prepared;
  const person = startPerson(root);
  const found = { refused: 0, applied: 0, before: 0, after: 0, late: 0 };
  const problems: string[] = [];
  let typical = 20;
  for (let n = 0; found.refused + found.applied < count; n += 1) {
    prepared.reset();
    const [file, kind] = [Math.floor(random() * EDITED.length), Math.floor(random() * KINDS.length)];
    const delay = (random() * 1.8 - 0.4) * typical;
    const engine = new SnapshotEngine({ root, folder: prepared.store });
    const race = person.race({ file, kind, delay: Math.max(0, delay) });
    if (delay < 0) race.wait(Math.max(1, -delay));
    const wasBefore = race.isDone();
    const began = performance.now();
    const result = engine.apply(prepared.changes, { key: `race-${n}` });
    typical = 0.9 * typical + 0.1 * (performance.now() - began);
    const isAfter = !race.isDone();
    race.wait();
    engine.close();
    if (race.isLate()) {
      found.late += 1;
      continue;
    }
    found[result.isApplied ? 'applied' : 'refused'] += 1;
    if (wasBefore) found.before += 1;
    if (isAfter) found.after += 1;
    const edited = { name: EDITED[file] ?? '', kind: KINDS[kind] ?? '' };
    for (const problem of check(prepared, edited, result.isApplied)) problems.push(`race ${n}: ${problem}`);
    if (wasBefore && result.isApplied) problems.push(`race ${n}: applied over an earlier edit`);
  }
  await person.end();
  await prepared.close();
  return { ...found, problems };
}

/** Either nothing but the edit, or everything and the edit. */
function check(
  { root, before, after }: PreparedApply,
  { name, kind }: { readonly name: string; readonly kind: string },
  isApplied: boolean,
): readonly string[] {
  const wanted = isApplied ? after : before;
  const now = readTree(root);
  const how = `${kind} of ${name}, ${isApplied ? 'applied' : 'refused'}`;
  const wrong = [...new Set([...wanted.keys(), ...now.keys()])].filter(
    (path) => path !== name && now.get(path) !== wanted.get(path),
  );
  const mine = now.get(name) ?? '';
  return [
    ...(mine.includes(MARK) ? [] : [`${how}: the edit is lost`]),
    ...(!isApplied && mine.includes('changed') ? [`${how}: the edited file has a part of the changes`] : []),
    ...(isApplied && kind === 'append' && CHANGED.includes(name) && !mine.includes('changed')
      ? [`${how}: its change is missing`]
      : []),
    ...(wrong.length === 0 ? [] : [`${how}: half of it in ${wrong.join(', ')}`]),
  ];
}

function startPerson(root: string) {
  const shared = new Int32Array(new SharedArrayBuffer(24));
  const data: PersonData = { root, files: EDITED, kinds: KINDS, before: BEFORE, shared, mark: MARK };
  const worker = new Worker(new URL('./person.mjs', import.meta.url), { workerData: data });
  return {
    race: ({ file, kind, delay }: { readonly file: number; readonly kind: number; readonly delay: number }) => {
      for (const [at, value] of [0, file, kind, Math.round(delay * 1000), 0, 0].entries())
        if (at > 0) Atomics.store(shared, at, value);
      Atomics.store(shared, 0, 1);
      Atomics.notify(shared, 0);
      return {
        isDone: () => Atomics.load(shared, 4) === 1,
        isLate: () => Atomics.load(shared, 5) === 1,
        /** Waits for the edit, or for a time. */
        wait: (ms?: number) => {
          if (Atomics.wait(shared, 4, 0, ms ?? 60_000) === 'timed-out' && ms === undefined)
            throw new AgentError('INTERNAL', 'The person has not edited the file');
        },
      };
    },
    end: async () => {
      Atomics.store(shared, 0, -1);
      Atomics.notify(shared, 0);
      await worker.terminate();
    },
  };
}
