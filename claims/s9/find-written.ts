import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findCanaries } from '../../tests/kit/canaries.ts';

/** A key in a forbidden place. */
export interface Leak {
  readonly where: string;
  readonly kind: string;
}

/** The kinds of files that the product writes: the first pattern that matches a path below the home folder. */
const KINDS: readonly (readonly [kind: string, path: RegExp])[] = [
  ['log', /\/sessions\/[^/]+\/[^/]*\.(?:db|sqlite)(?:-wal|-shm)?$/],
  ['command', /\/artifacts\/commands\//],
  ['artifact', /\/artifacts\//],
  ['session', /\/sessions\//],
  ['temporary', /^tmp\//],
  ['home', /^home\//],
];

/** The only file that is meant to contain keys. */
const STORED = /\/credentials\.json$/;

/** The path of every file that was written on a bench. */
export function listWritten(folder: string): readonly string[] {
  return globSync('{home,tmp}/**/*', { cwd: folder })
    .concat(globSync('{home,tmp}/**/.*', { cwd: folder }), globSync('home/.bowline/**/*', { cwd: folder }))
    .filter((path, n, all) => all.indexOf(path) === n && !STORED.test(path))
    .filter((path) => statSync(join(folder, path), { throwIfNoEntry: false })?.isFile() === true);
}

export function kindOf(path: string): string {
  return KINDS.find(([, fits]) => fits.test(path))?.[0] ?? 'other';
}

/** Whether a text contains any of the keys, in a form from which it can be decoded. */
export function holdsSecret(text: string, secrets: readonly string[]): boolean {
  return findCanaries(text, secrets).some((found) => found !== 'hidden');
}

/** The files of a bench that contain a key. */
export function findLeaks(folder: string, secrets: readonly string[]): readonly Leak[] {
  return listWritten(folder)
    .filter((path) => holdsSecret(readFileSync(join(folder, path), 'latin1'), secrets))
    .map((path) => ({ where: path, kind: kindOf(path) }));
}
