import { closeSync, fstatSync, openSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

/** What a person does to one file, at a moment of an apply that runs in another thread. */
export interface PersonData {
  readonly root: string;
  readonly files: readonly string[];
  readonly kinds: readonly string[];
  readonly before: string;
  /** Go, the file, the kind, the delay in microseconds, done, and whether the write came too late for any program. */
  readonly shared: Int32Array;
  readonly mark: string;
}

const { root, files, kinds, before, shared, mark } = workerData as PersonData;

function edit(file: string, kind: string): boolean {
  const whole = before.replace('line 30\n', `${mark}\n`);
  if (kind === 'save') {
    writeFileSync(`${file}.save`, whole);
    renameSync(`${file}.save`, file);
    return false;
  }
  const open = openSync(file, kind === 'append' ? 'a' : 'w');
  writeSync(open, kind === 'append' ? `${mark}\n` : whole);
  // The file lost its name between the two calls, as with every program that replaces files.
  const isLate = fstatSync(open).nlink === 0;
  closeSync(open);
  return isLate;
}

for (;;) {
  Atomics.wait(shared, 0, 0);
  if (Atomics.load(shared, 0) < 0) break;
  const end = performance.now() + Atomics.load(shared, 3) / 1000;
  while (performance.now() < end);
  const isLate = edit(`${root}/${files[Atomics.load(shared, 1)] ?? ''}`, kinds[Atomics.load(shared, 2)] ?? '');
  Atomics.store(shared, 0, 0);
  Atomics.store(shared, 5, isLate ? 1 : 0);
  Atomics.store(shared, 4, 1);
  Atomics.notify(shared, 4);
}
