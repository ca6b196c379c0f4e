import { findProtected } from './find-protected.ts';
import { partsBelow, toParts } from './path-parts.ts';

/** Creates a test for files that may hold keys, judged by their names in the session's directories. */
export function createKeyTest(places: {
  readonly home: string;
  /** The session's directories. */
  readonly roots: readonly string[];
}): (path: string) => boolean {
  const home = toParts(places.home);
  const roots = places.roots.map(toParts).toSorted((a, b) => b.length - a.length);
  return (path) => {
    const fromRoot = toParts(path);
    const root = roots.find((folder) => partsBelow(folder, fromRoot) !== undefined) ?? [];
    return findProtected({ fromRoot, home, below: fromRoot.slice(root.length), isWrite: false }) !== undefined;
  };
}
