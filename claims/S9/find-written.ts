import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findCanaries } from '../../tests/kit/canaries.ts';

/** A key that stands where it must not. */
export interface Leak {
  readonly where: string;
  readonly kind: string;
}

/** What the product writes, by kind: the first that fits a path below the home folder. */
const KINDS: readonly (readonly [kind: string, path: RegExp])[] = [
  ['log', /\/sessions\/[^/]+\/[^/]*\.(?:db|sqlite)(?:-wal|-shm)?$/],
  ['command', /\/artifacts\/commands\//],
  ['artifact', /\/artifacts\//],
  ['session', /\/sessions\//],
  ['temporary', /^tmp\//],
  ['home', /^home\//],
];

/** The only file that is there to hold keys. */
const STORED = /\/credentials\.json$/;

/** Every file that was written on a bench, by its path. */
export function listWritten(folder: string): readonly string[] {
  return globSync('{home,tmp}/**/*', { cwd: folder })
    .concat(globSync('{home,tmp}/**/.*', { cwd: folder }), globSync('home/.bowline/**/*', { cwd: folder }))
    .filter((path, n, all) => all.indexOf(path) === n && !STORED.test(path))
    .filter((path) => statSync(join(folder, path), { throwIfNoEntry: false })?.isFile() === true);
}

/** The kind of a written file. */
export function kindOf(path: string): string {
  return KINDS.find(([, fits]) => fits.test(path))?.[0] ?? 'other';
}

/** Whether a text holds any of the keys, in a form that it can be decoded from. */
export function holdsSecret(text: string, secrets: readonly string[]): boolean {
  return findCanaries(text, secrets).some((found) => found !== 'hidden');
}

/** The files of a bench that hold a key. */
export function findLeaks(folder: string, secrets: readonly string[]): readonly Leak[] {
  return listWritten(folder)
    .filter((path) => holdsSecret(readFileSync(join(folder, path), 'latin1'), secrets))
    .map((path) => ({ where: path, kind: kindOf(path) }));
}
