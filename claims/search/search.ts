import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { openLocalWorkspace, type WorkspaceSearch } from '@bowline/workspace';
import { createSeededRandom } from '../../tests/kit/seeded-random.ts';
import type { Claim, ClaimResult, ClaimRun } from '../claim.ts';
import { quantile } from '../shared/quantile.ts';
import { round } from '../shared/round.ts';
import { randomFilesQuery, randomTextQuery, type TextQuery } from './search-queries.ts';
import { writeSearchTree } from './search-tree.ts';

const QUERIES = 200;

/** Checks that both search implementations give the same results. */
export const search: Claim = {
  id: 'search',
  sentence: `${QUERIES} random searches in generated trees with ignore files of every kind, unusual names, encodings, binary files and links give the same answer with and without ripgrep, to the last line. Over a whole tree, ripgrep is faster. Where the first files have enough matches, or a tree is small, walking the tree is faster.`,
  async run(run) {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bowline-search-')));
    try {
      return await measure(folder, run);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

async function measure(folder: string, { isQuick, say }: ClaimRun): Promise<ClaimResult> {
  const ripgrep = spawnSync('sh', ['-c', 'command -v rg'], { encoding: 'utf8' }).stdout.trim();
  if (ripgrep === '') throw new Error('the claim needs ripgrep on PATH');
  const trees = isQuick ? 2 : 4;
  const tally = new Tally(say);
  const wholeRatios: number[] = [];
  for (let tree = 0; tree < trees; tree += 1) {
    const root = join(folder, `tree-${tree}`);
    const random = createSeededRandom(tree + 1);
    const places = writeSearchTree(root, random, { files: isQuick ? 800 : 3000 });
    const walked = openSearch(root);
    const ripped = openSearch(root, ripgrep);
    const { signal } = new AbortController();
    for (let n = 0; n < QUERIES / trees; n += 1) {
      if (random.int(0, 3) === 0) {
        const query = randomFilesQuery(random, places, signal);
        await tally.compare(query, { walk: () => walked.files(query), rip: () => ripped.files(query) });
      } else {
        const query = randomTextQuery(random, places, signal);
        await tally.compare(query, { walk: () => walked.text(query), rip: () => ripped.text(query) });
        await tally.control(query, walked, ripgrep);
      }
    }
    wholeRatios.push(...(await timeWholeTree(root, walked, ripped)));
  }
  return {
    holds: tally.differing === 0 && tally.empty < QUERIES / 2 && tally.plainDiffers > 0,
    figures: {
      queries: tally.queries,
      differing: tally.differing,
      empty: tally.empty,
      plainRipgrepDiffers: tally.plainDiffers,
      walkedMs: round(tally.walkedMs),
      ripgrepMs: round(tally.rippedMs),
      timesFasterWithRipgrep: round(tally.walkedMs / tally.rippedMs),
      timesFasterOverWholeTrees: round(quantile(wholeRatios, 0.5)),
    },
    against:
      'the same searches by walking the tree in Node; and plain ripgrep, whose list of files differs in plainRipgrepDiffers of them',
  };
}

/** How much longer walking takes for a text that no file contains, in several rounds. */
async function timeWholeTree(root: string, walked: WorkspaceSearch, ripped: WorkspaceSearch): Promise<number[]> {
  const query = {
    ...{ folder: root, pattern: 'nowhere to be found', isFixed: true, caseSensitive: true, before: 0, after: 0 },
    ...{ respectIgnore: true, maxTotal: 100, signal: new AbortController().signal },
  };
  const time = async (search: WorkspaceSearch): Promise<number> => {
    const started = performance.now();
    await search.text(query);
    return performance.now() - started;
  };
  const ratios: number[] = [];
  for (let n = 0; n < 5; n += 1) ratios.push((await time(walked)) / (await time(ripped)));
  return ratios;
}

class Tally {
  readonly #say: (line: string) => void;
  queries = 0;
  differing = 0;
  empty = 0;
  plainDiffers = 0;
  walkedMs = 0;
  rippedMs = 0;

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  async compare(query: object, { walk, rip }: Record<'walk' | 'rip', () => Promise<unknown>>): Promise<void> {
    const started = performance.now();
    const walked = JSON.stringify(await walk());
    const between = performance.now();
    const ripped = JSON.stringify(await rip());
    const ended = performance.now();
    this.walkedMs += between - started;
    this.rippedMs += ended - between;
    this.queries += 1;
    if (walked === '[]' || walked.includes('"matches":[]')) this.empty += 1;
    if (walked === ripped) return;
    this.differing += 1;
    let at = 0;
    while (walked[at] === ripped[at]) at += 1;
    this.#say(
      `${JSON.stringify(query)}\n  walked: ${walked.slice(at - 100, at + 200)}\n  ripped: ${ripped.slice(at - 100, at + 200)}`,
    );
  }

  /** Compares with plain ripgrep, to show that the trees can distinguish implementations. */
  async control(query: TextQuery, walked: WorkspaceSearch, ripgrep: string): Promise<void> {
    if (query.include !== undefined || query.exclude !== undefined || query.isWithheld !== undefined) return;
    const { matches } = await walked.text({ ...query, maxTotal: Infinity, before: 0, after: 0 });
    const ours = new Set(matches.map(({ path }) => relative(query.folder, path)));
    const flags = [
      '--files-with-matches',
      '--null',
      '--hidden',
      query.caseSensitive ? '-s' : '-i',
      query.isFixed ? '-F' : '-P',
    ];
    const { stdout } = spawnSync(ripgrep, [...flags, '-e', query.pattern, '.'], {
      cwd: query.folder,
      encoding: 'utf8',
    });
    const theirs = stdout.split('\0').filter((name) => name !== '');
    const isSame = theirs.length === ours.size && theirs.every((name) => ours.has(relative('.', name)));
    if (!isSame) this.plainDiffers += 1;
  }
}

function openSearch(root: string, ripgrepPath?: string): WorkspaceSearch {
  const process = { supervisorEntry: '', execPath: '', execArgv: [], env: {} };
  const stateFolder = resolve(root, '../state');
  return openLocalWorkspace({ root, directories: [], stateFolder, ripgrepPath, ...process }).search;
}
