import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { readAcks, type Acked } from './ack-file.ts';
import { addFindings, checkStore, createFindings, isClean, type Findings } from './check-store.ts';
import { LoopDisk } from './loop-disk.ts';
import { startChild, type Child } from '../kills/start-child.ts';

/** The plans of `children/log-writer.ts`. */
const PLANS = [
  'singles',
  'batches',
  'together',
  'checkpoints',
  'sessions',
  'reopened',
  'rewinds',
  'forks',
  'threads',
] as const;
const IMAGES_PER_RUN = 25;
const LONGEST_PAUSE_MS = 60;
/** The writer creates this folder itself, so that its creation is tested too. */
const ROOT = 'sessions';
/** A database of this size was checkpointed from its write-ahead log at least once. */
const FOLDED = 1 << 20;

/** The effect of power cuts on Bowline's log. */
export interface PowerLoss extends CutRun {
  readonly findings: Findings;
  readonly imagesPastCheckpoint: number;
}

/** The effect of power cuts on the control, with each image counted separately. */
export interface ControlLoss {
  readonly images: number;
  readonly acked: number;
  readonly lost: number;
}

/** The folder, the number of images, and the progress output. */
export interface PowerLossOptions {
  readonly folder: string;
  readonly images: number;
  readonly say: (line: string) => void;
}

/**
 * Cuts the power of many writers at random moments and reads what has reached the disk.
 *
 * Everything that the kernel has handed to the disk counts as written, so this does not cover a disk that loses flushed
 * data.
 */
export async function cutPower({ folder, images, say }: PowerLossOptions): Promise<PowerLoss> {
  const findings = createFindings();
  const sum = { images: 0, ackedRecords: 0, imagesPastCheckpoint: 0 };
  for (const [n, plan] of PLANS.entries()) {
    const until = Math.ceil((images * (n + 1)) / PLANS.length);
    const look: Look = async (root, acks) => {
      if (hasFolded(root)) sum.imagesPastCheckpoint += 1;
      const found = await checkStore(root, acks);
      if (!isClean(found)) say(`${plan}: ${found.problems.join(' | ')}`);
      addFindings(findings, found);
    };
    while (sum.images < until) {
      const wanted = Math.min(IMAGES_PER_RUN, until - sum.images);
      const run = await cutRun({ folder, child: ['log-writer.ts', plan], images: wanted }, look);
      sum.images += run.images;
      sum.ackedRecords += run.ackedRecords;
    }
    say(`${plan}: ${sum.images} of ${images} images, ${findings.lost} records lost, ${findings.unsound} unsound`);
  }
  return { findings, ...sum };
}

/** Does the same to a database that does not sync. If the method finds no loss there, it cannot find any. */
export async function cutPowerOfControl({ folder, images, say }: PowerLossOptions): Promise<ControlLoss> {
  const sum = { acked: 0, lost: 0 };
  const run = await cutRun({ folder, child: ['log-unsynced.ts'], images }, (root, acks) => {
    const acked = acks.get('unsynced')?.seq ?? 0;
    sum.acked += acked;
    sum.lost += acked - Math.min(acked, countUnsynced(`${root}.db`));
  });
  say(`control: ${run.images} images, ${sum.lost} of ${sum.acked} records lost`);
  return { ...sum, images: run.images };
}

interface Run {
  readonly folder: string;
  /** The file of the child and its extra arguments. */
  readonly child: readonly [string, ...string[]];
  readonly images: number;
}

interface CutRun {
  readonly images: number;
  /** Records that the writers had acknowledged when their last image was taken. */
  readonly ackedRecords: number;
}

type Look = (root: string, acks: ReadonlyMap<string, Acked>) => void | Promise<void>;

/** Runs one writer on one disk and takes images until it exits or there are enough of them. */
async function cutRun({ folder, child: [file, ...rest], images }: Run, look: Look): Promise<CutRun> {
  const ackPath = join(folder, 'acks');
  const disk = LoopDisk.create(join(folder, 'disk.img'));
  let taken = 0;
  let acks: ReadonlyMap<string, Acked> = new Map();
  try {
    const child = startChild(
      join(import.meta.dirname, 'children', file),
      [join(disk.folder, ROOT), ackPath, ...rest],
      join(folder, 'cache'),
    );
    try {
      let seen = -1; // the first image may be of a writer that has not acknowledged anything
      for (; taken < images; taken += 1) {
        while (sizeOf(ackPath) <= seen && child.isRunning()) await setTimeout(1);
        await setTimeout(Math.random() * LONGEST_PAUSE_MS);
        if (!(await stop(child))) break;
        seen = sizeOf(ackPath);
        acks = readAcks(ackPath);
        await lookAtCopy(disk, join(folder, 'copy.img'), (mounted) => look(join(mounted, ROOT), acks));
        child.kill('SIGCONT');
      }
    } finally {
      child.kill('SIGKILL');
      await child.ended;
    }
    const { code, errors } = await child.ended;
    if (code !== null && code !== 0) throw new Error(`${file} ${rest.join(' ')} failed: ${errors}`);
  } finally {
    disk.remove();
    rmSync(ackPath, { force: true });
  }
  return { images: taken, ackedRecords: [...acks.values()].reduce((sum, { seq }) => sum + seq, 0) };
}

async function lookAtCopy(disk: LoopDisk, image: string, look: (root: string) => void | Promise<void>): Promise<void> {
  await disk.copyTo(image);
  const copy = LoopDisk.mount(image);
  try {
    await look(copy.folder);
  } finally {
    copy.remove();
  }
}

/** Stops every thread of the child. Returns false if it has exited. */
async function stop(child: Child): Promise<boolean> {
  child.kill('SIGSTOP');
  for (;;) {
    if (!child.isRunning()) return false;
    if (threadStates(child.pid).every((state) => state === 'T')) return true;
    await setTimeout(1);
  }
}

function threadStates(pid: number): string[] {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`);
    // The state follows the name, which is in parentheses and may contain any character.
    return tasks.map((task) =>
      readFileSync(`/proc/${pid}/task/${task}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .charAt(0),
    );
  } catch {
    return ['gone']; // a thread exited between the two reads; the caller tries again
  }
}

function hasFolded(root: string): boolean {
  const databases = (existsSync(root) ? readdirSync(root) : []).map((name) => join(root, name, 'events.db'));
  return databases.some((path) => sizeOf(path) > FOLDED);
}

/** Returns -1 if the file does not exist. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? -1;
}

function countUnsynced(path: string): number {
  if (!existsSync(path)) return 0;
  const database = new DatabaseSync(path, { open: false });
  try {
    database.open();
    return Number(database.prepare('SELECT max(seq) AS seq FROM records').get()?.['seq'] ?? 0);
  } catch {
    return 0; // not even the table had reached the disk
  } finally {
    if (database.isOpen) database.close();
  }
}
