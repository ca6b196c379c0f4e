// Runs every line as the current user: in *observe* and, as controls, bare or in sandboxes with holes. Prints one line
// of JSON.
import { readFileSync } from 'node:fs';
import { benignLines } from '../shell-lines/benign-lines.ts';
import { findChanges } from '../shell-lines/find-changes.ts';
import { createLineMaker } from '../shell-lines/create-line-maker.ts';
import { findFuzzPrograms } from '../shell-lines/fuzz-programs.ts';
import { inTurns } from '../shell-lines/in-turns.ts';
import { mutateCases } from '../shell-lines/mutate-cases.ts';
import type { HostileCase } from '../shell-lines/cases/hostile-case.ts';
import { hostileCases, redCases } from '../shell-lines/shell-corpus.ts';
import { canaryLines } from './canary-lines.ts';
import { findLineEffects } from './find-line-effects.ts';
import { createBareLaunch, createConfinedLaunch, EVERY_HOLE, HOLES } from './launches.ts';
import type { LineEffect, LineOrder, LineResult, PlannedLine } from '../shell-lines/line-plan.ts';
import type { Launch } from './run-lines.ts';
import { openCanaryHost, snapshotMachine, type CanaryHost } from '../shell-lines/open-canary-host.ts';

/** Lines that share a sandbox: files that one of them leaves in its temporary folder are not an effect. */
const BATCH = 25;
const MACHINE = ['/etc', '/usr/local', '/var/spool'];

const order = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as LineOrder;
const notes: string[] = [];
const observe = once((host) => createConfinedLaunch(host));
const holed = once((host) => createConfinedLaunch(host, EVERY_HOLE));
const hosts = [await openCanaryHost(), await openCanaryHost()];
try {
  process.stdout.write(`${JSON.stringify(await playLines(hosts))}\n`);
} finally {
  for (const host of hosts) await host.close();
}

async function playLines([host]: readonly CanaryHost[]): Promise<LineResult> {
  if (host === undefined) throw new Error('there is no host');
  const machine = snapshotMachine(MACHINE);
  const corpus = planCorpus().filter((_, n) => order.isFull || n % 6 === 0);
  const fuzzed = planFuzzed(host);
  const own = canaryLines.map(({ line }): PlannedLine => ({ line, folder: 'scratch' }));
  const batches = [...toBatches([...corpus, ...own], order.isFull ? 1 : BATCH), ...toBatches(fuzzed, BATCH)];
  const effects: LineEffect[] = [];
  let succeeded = 0;
  let left = batches.length;
  await withHosts(batches, async (batch, each) => {
    if ((left -= 1) % 200 === 0 && order.isFull) process.stderr.write(`${left} batches left\n`);
    const found = await findLineEffects(each, observe(each), batch);
    effects.push(...found.effects);
    succeeded += found.succeeded;
  });
  const changed = findChanges(machine, snapshotMachine(MACHINE));
  for (const what of changed) effects.push({ line: 'one of all lines', kind: 'file', what });
  const controls = { ...(await playBare()), ...(await playHoles()), ...(await playHoled(corpus)) };
  const lines = corpus.length + own.length + fuzzed.length;
  return { lines, fuzzed: fuzzed.length, succeeded, effects, ...controls, notes };
}

/** Caches one launch per host, because creating one searches for bubblewrap. */
function once(create: (host: CanaryHost) => Launch): (host: CanaryHost) => Launch {
  const made = new Map<CanaryHost, Launch>();
  return (host) => {
    const launch = made.get(host) ?? create(host);
    made.set(host, launch);
    return launch;
  };
}

/** Gives each item to the next free host. */
async function withHosts<Item>(
  items: readonly Item[],
  act: (item: Item, host: CanaryHost) => Promise<void>,
): Promise<void> {
  const free = [...hosts];
  await inTurns(items, async (item) => {
    const host = free.pop();
    if (host === undefined) throw new Error('no host is free');
    await act(item, host);
    free.push(host);
  });
}

function planCorpus(): readonly PlannedLine[] {
  return [
    ...hostileCases.map(([, line]): PlannedLine => ({ line, folder: 'prepared' })),
    ...redCases.map(([, line]): PlannedLine => ({ line, folder: 'scratch' })),
  ];
}

/** Half of them are random lines, half are mutations of the corpora. */
function planFuzzed({ scratch }: CanaryHost): readonly PlannedLine[] {
  const half = order.fuzzed / 2;
  const make = createLineMaker(findFuzzPrograms(scratch.env), order.seed, 0);
  const made = new Set<string>();
  // The host that runs the line fills in the port.
  while (made.size < half) made.add(make().replaceAll(/(127\.0\.0\.1\/)0\b/g, '$1PORT'));
  const cases = [...hostileCases, ...benignLines.map(([, line]): HostileCase => [[], line])];
  const short = cases.filter(([, line]) => line.length < 2000);
  const mutated = mutateCases(short, half, order.seed);
  return [
    ...[...made].map((line): PlannedLine => ({ line, folder: 'scratch' })),
    ...mutated.map(([, line]): PlannedLine => ({ line, folder: 'prepared' })),
  ];
}

function toBatches(lines: readonly PlannedLine[], size: number): readonly (readonly PlannedLine[])[] {
  return (['scratch', 'prepared'] as const).flatMap((folder) => {
    const own = lines.filter((each) => each.folder === folder);
    return Array.from({ length: Math.ceil(own.length / size) }, (_, n) => own.slice(n * size, (n + 1) * size));
  });
}

/** Checks that each canary can be reached without a sandbox. */
async function playBare(): Promise<Pick<LineResult, 'canaryLines' | 'canaryLinesBare'>> {
  const isRoot = process.getuid?.() === 0;
  const able = canaryLines.filter((each) => each.isOnlyConfined !== true && (isRoot || each.needsRoot !== true));
  const lines = able.filter((_, n) => order.isFull || n % 3 === 0);
  let canaryLinesBare = 0;
  await withHosts(lines, async ({ line, kind }, host) => {
    const { effects } = await findLineEffects(host, createBareLaunch(host), [{ line, folder: 'scratch' }]);
    if (effects.some((effect) => effect.kind === kind)) canaryLinesBare += 1;
    else notes.push(`not seen without a sandbox: ${host.toLine(line)}`);
  });
  return { canaryLines: lines.length, canaryLinesBare };
}

/** Checks that each hole in the sandbox is detected. */
async function playHoles(): Promise<Pick<LineResult, 'holes' | 'holesSeen'>> {
  let holesSeen = 0;
  await withHosts(HOLES, async (hole, host) => {
    const launch = createConfinedLaunch(host, hole);
    const lines = canaryLines.filter(({ kind }) => hole.shows.includes(kind));
    let isSeen = false;
    for (const { line } of lines) {
      const { effects } = await findLineEffects(host, launch, [{ line, folder: 'scratch' }]);
      isSeen = effects.some(({ kind }) => hole.shows.includes(kind));
      if (isSeen) break;
    }
    if (isSeen) holesSeen += 1;
    else notes.push(`not seen: ${hole.name}`);
  });
  return { holes: HOLES.length, holesSeen };
}

/** Runs lines of the corpora in a sandbox that only protects the rest of the machine. */
async function playHoled(corpus: readonly PlannedLine[]): Promise<Pick<LineResult, 'holedLines' | 'holedEffects'>> {
  const lines = corpus.filter((_, n) => order.isFull || n % 12 === 0);
  let holedEffects = 0;
  await withHosts(lines, async (line, each) => {
    const { effects } = await findLineEffects(each, holed(each), [line]);
    if (effects.length > 0) holedEffects += 1;
  });
  return { holedLines: lines.length, holedEffects };
}
