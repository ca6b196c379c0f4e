import { findProtected } from './find-protected.ts';
import { partsBelow, toParts } from './path-parts.ts';

/** Tells the files that may hold keys from all others, by the names that they have in the session's folders. */
export function createKeyTest(places: {
  readonly home: string;
  /** The folders of the session. */
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
