import { join } from 'node:path';
import { plural, type FileChange } from '@bowline/protocol';
import { toDiskPath } from '../snapshots/file-key.ts';
import { isRemovedObject, toListed, toRepository, type InRepository } from '../snapshots/listed-changes.ts';
import { describeGit } from './describe-git.ts';

/** More are only named. */
const MOST = 5;
/** Paths in Git's folder that are named. */
const MOST_NAMED = 3;

/** The same folder before and after a command, see `describeGit`. */
interface Places {
  readonly root: string;
  readonly view: string;
  readonly upper: string;
  readonly scratch: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What a command did to the repositories in a folder. Says something about each that has changed. */
export async function describeRepositories(
  changes: readonly FileChange[],
  { root, view, upper, scratch, env }: Places,
): Promise<readonly string[]> {
  const repositories = Map.groupBy(
    changes.flatMap((change) => {
      const place = toRepository(change.path);
      return place === undefined ? [] : [{ change, ...place }];
    }),
    ({ repository }) => repository,
  );
  const listed = new Set(toListed(changes));
  const told: string[] = [];
  for (const [n, [repository, own]] of [...repositories].entries()) {
    const name = toDiskPath(repository);
    const isDescribed = n < MOST && typeof name === 'string';
    const pair = isDescribed
      ? {
          before: join(root, name),
          after: join(view, name),
          upper: join(upper, name),
          scratch: join(scratch, String(n)),
        }
      : undefined;
    const words = pair === undefined ? [] : await describeGit({ ...pair, env });
    const unlisted = own.filter(({ change }) => !listed.has(change));
    const all = [...words, ...describeObjects(own)];
    const kept = unlisted.flatMap(({ inside }) => (inside === '' ? [] : [inside])).slice(0, MOST_NAMED);
    const lines = all.length > 0 || kept.length === 0 ? all : [`changes what Git keeps: ${kept.join(', ')}`];
    told.push(...(repository === '' ? lines : lines.map((line) => `${repository}: ${line}`)));
  }
  return told;
}

/** Says whether objects are packed or lost. */
function describeObjects(own: readonly (InRepository & { readonly change: FileChange })[]): readonly string[] {
  const removed = own.filter(({ change }) => isRemovedObject(change)).length;
  const isGone = own.some(({ inside, change }) => inside === '' && change.after === null);
  if (removed === 0 || isGone) return [];
  const isPacked = own.some(({ inside, change }) => inside.endsWith('.pack') && change.before === null);
  const objects = plural(removed, 'stored object');
  return [isPacked ? `packs ${objects}` : `removes ${objects} without packing them: commits can be lost`];
}
