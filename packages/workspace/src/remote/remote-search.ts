import { comparePaths } from '../search/compare-paths.ts';
import type { TextFound, WorkspaceSearch } from '../workspace.ts';
import type { RemoteLink } from './remote-link.ts';

const NOTHING_FOUND: TextFound = { matches: [], withheld: [], isTooSlow: false };

/** A search that is stopped has found nothing, as on this machine. */
async function orStopped<Found>(signal: AbortSignal, nothing: Found, search: () => Promise<Found>): Promise<Found> {
  try {
    return signal.aborted ? nothing : await search();
  } catch (thrown) {
    if (signal.aborted) return nothing;
    throw thrown;
  }
}

/** Search in a remote workspace, carried out there. */
export function createRemoteSearch(link: RemoteLink): WorkspaceSearch {
  return {
    files: async ({ signal, folder, pattern, caseSensitive, respectIgnore }) =>
      await orStopped(signal, [], async () => {
        const query = { folder, pattern, caseSensitive, respectIgnore };
        return (await link.ask({ op: 'searchFiles', query }, { signal })).value;
      }),
    text: async ({ signal, isWithheld, only, include, exclude, maxPerFile, ...query }) =>
      await orStopped(signal, NOTHING_FOUND, async () => {
        const asked = {
          ...query,
          withholds: isWithheld !== undefined,
          ...(only === undefined ? {} : { only }),
          ...(include === undefined ? {} : { include }),
          ...(exclude === undefined ? {} : { exclude }),
          ...(maxPerFile === undefined ? {} : { maxPerFile }),
        };
        return withhold((await link.ask({ op: 'searchText', query: asked }, { signal })).value, isWithheld);
      }),
  };
}

/** The far end withholds what may hold secrets there; what is to be withheld here does not depend on it. */
function withhold(found: TextFound, isWithheld: (path: string) => boolean = () => false): TextFound {
  const more = found.matches.map(({ path }) => path).filter((path) => isWithheld(path));
  if (more.length === 0) return found;
  const withheld = [...new Set([...found.withheld, ...more])].toSorted(comparePaths);
  return { ...found, matches: found.matches.filter(({ path }) => !isWithheld(path)), withheld };
}
