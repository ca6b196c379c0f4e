import { AgentError } from '@bowline/protocol';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRegularFile } from '../disk/read-regular-file.ts';
import type { HiddenFiles } from '../ignore/hidden-files.ts';
import { IGNORE_FILES } from '../ignore/ignore-rules.ts';
import { openPreviewPlace } from '../preview/preview-place.ts';
import { toDiskPath, toName } from '../snapshots/file-key.ts';
import type { LocalHistory } from '../snapshots/create-file-history.ts';
import { createLocalSearch } from '../search/local-search.ts';
import type { LayerFile, SearchLayer } from '../search/search-layer.ts';
import { SearchThreads } from '../search/search-threads.ts';
import type {
  AsideView,
  CommandPreviews,
  PreviewedCommand,
  Workspace,
  WorkspaceAside,
  WorkspaceCommands,
  WorkspaceSearch,
} from '../workspace.ts';
import { createLayeredFiles, readContent, toKeyBelow, type LayerContents } from './layered-files.ts';
import { PendingFiles } from './pending-files.ts';

/** What a workspace with pending changes is made of. */
export interface AsideParts {
  readonly root: string;
  readonly roots: readonly string[];
  readonly ripgrepPath?: string | undefined;
  readonly hidden: Pick<HiddenFiles, 'look'>;
  readonly history: LocalHistory;
  readonly previews: CommandPreviews;
  /** A private folder for files that are searched. */
  readonly folder: string;
  readonly pid: number;
  /** The workspace itself. */
  readonly base: () => Workspace;
}

/** Opens a workspace as it would be with pending changes. */
export function openAside(parts: AsideParts): WorkspaceAside {
  const { previews, history, root } = parts;
  const threads = new SearchThreads();
  const contents: LayerContents = {
    keep: (data) => history.keep(data),
    read: (hash) => history.read(hash),
    stateOf: async (path) => {
      const key = toKeyBelow(path, root);
      return (await history.hold([path])).find((held) => held.path === key)?.before;
    },
  };
  return {
    problem: () => previews.problem(),
    open: (changes): AsideView => {
      const pending = new PendingFiles(changes);
      const base = parts.base();
      const files = createLayeredFiles({ ...parts, base: base.files, pending, contents });
      const layered = { ...parts, threads, pending, contents };
      const workspace: Workspace = {
        ...base,
        files,
        commands: refuseToStart(base.commands),
        search: {
          files: (query) => inLayer(layered, (search) => search.files(query)),
          text: (query) => inLayer(layered, (search) => search.text(query)),
        },
        previews: previewOver(previews, pending),
        aside: undefined,
      };
      return { workspace, added: () => pending.added };
    },
    describe: async (pending, signal) => {
      const ran = await previews.run({ command: 'true', cwd: root, over: pending, isToShow: true }, signal);
      if (!ran.ok) return ran;
      const conflicts = new Set([...ran.preview.conflicts, ...(await previews.check(pending))]);
      return { ok: true, preview: { ...ran.preview, changes: pending, conflicts: [...conflicts].toSorted() } };
    },
  };
}

/** Commands that run now can be looked at, but none is started outside of a copy. */
function refuseToStart(commands: WorkspaceCommands): WorkspaceCommands {
  return {
    start: () =>
      Promise.reject(
        new AgentError('INTERNAL', 'A command cannot be started beside pending changes', {
          hint: 'Run it in the copy, or apply the pending changes first',
        }),
      ),
    find: (key) => commands.find(key),
    background: () => commands.background(),
    recent: (key) => commands.recent(key),
  };
}

/** Commands begin with the pending changes, and add to them if all of theirs can be kept. */
function previewOver(previews: CommandPreviews, pending: PendingFiles): CommandPreviews {
  return {
    ...previews,
    run: async (start, signal) => {
      const ran = await previews.run({ ...start, over: pending.changes }, signal);
      if (!ran.ok) return ran;
      const preview = { ...ran.preview, conflicts: findReplaced(ran.preview) };
      if (preview.obstacle === undefined && preview.conflicts.length === 0) pending.adopt(preview);
      return { ok: true, preview };
    },
  };
}

/**
 * Files that someone has changed beside the command. Where there is none, only its folder may have changed, which is
 * compared again when the changes are applied.
 */
function findReplaced({ changes, conflicts }: PreviewedCommand): readonly string[] {
  const wereThere = new Set(changes.flatMap(({ path, before }) => (before === null ? [] : [path])));
  return conflicts.filter((path) => wereThere.has(path));
}

interface Layered extends AsideParts {
  readonly threads: SearchThreads;
  readonly pending: PendingFiles;
  readonly contents: LayerContents;
}

/** Searches with the pending files in a private folder, which is removed afterwards. */
async function inLayer<Found>(parts: Layered, search: (search: WorkspaceSearch) => Promise<Found>): Promise<Found> {
  const { roots, ripgrepPath, hidden, threads, folder, pid, pending } = parts;
  const found = { roots, ripgrepPath, hidden, threads };
  if (pending.changes.length === 0) return await search(createLocalSearch(found));
  const place = openPreviewPlace(folder, pid);
  try {
    return await search(createLocalSearch({ ...found, layer: await toLayer(place.path, parts) }));
  } finally {
    place.remove();
  }
}

async function toLayer(place: string, { root, pending, contents }: Layered): Promise<SearchLayer> {
  const top = join(place, 'files');
  mkdirSync(top);
  const files: LayerFile[] = [];
  for (const [n, { path: key, after, at }] of pending.changes.entries()) {
    const name = toDiskPath(key);
    // A search does not find names that are not text.
    if (after?.kind !== 'file' || typeof name !== 'string') continue;
    const path = join(root, name);
    writeFileSync(join(top, String(n)), await readContent(after.hash, path, contents));
    files.push({ path, place: join(top, String(n)), modifiedMs: Date.parse(at) });
  }
  const find = (path: string): ReturnType<PendingFiles['find']> => {
    const key = toKeyBelow(path, root);
    return key === undefined ? { kind: 'below' } : pending.find(key);
  };
  return {
    files,
    isReplaced: (path) => find(path).kind !== 'below',
    changesIgnore: pending.changes.some(({ path }) => IGNORE_FILES.some((name) => name === toName(path))),
    read: async (path) => {
      const entry = find(path);
      if (entry.kind === 'below') return readRegularFile(path);
      if (entry.kind === 'gone' || entry.state.kind !== 'file') return undefined;
      return await readContent(entry.state.hash, path, contents);
    },
  };
}
