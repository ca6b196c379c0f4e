import { openStore } from '@bowline/log';
import { note, owner, started } from '@bowline/testkit';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Claim } from '../claim.ts';
import { DiskFindings } from './disk-findings.ts';
import { planInjections, toStrace, whyNoStrace, type Injection } from './injections.ts';
import { runFaultChild } from './run-fault-child.ts';

const LIMIT_MS = 1000;
const DISK = 2 << 20;

/** Measures what a session log does when its disk is full, fails, or is not writable. */
export const r5Disk: Claim = {
  id: 'R5',
  sentence:
    'Disk-full and I/O errors are visible within 1 s as typed errors, nothing acknowledged is lost, and appends continue in the same log when there is room again. A commit that was reported as failed may still be there (rejectedButKept): complete, once and in order.',
  async run({ isQuick, say }) {
    const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'bowline-r5-'));
    try {
      assertPossible(folder);
      const findings = new DiskFindings(LIMIT_MS, say);
      await fillDisks(folder, findings, isQuick);
      say(`${findings.counts.cases} cases of a full disk`);
      await forbid(folder, findings);
      const injections = await planInjections(folder, isQuick);
      // Two at a time: most of the time of a case is process startup.
      await Promise.all([0, 1].map((lane) => injectAll(folder, findings, { injections, lane })));
      say(`${injections.length} cases of failing calls`);
      return {
        holds: findings.isClean && findings.counts.typedErrors > 0 && findings.counts.resumed > 0,
        figures: { ...findings.counts },
        against: `what the writing process had acknowledged, and a limit of ${LIMIT_MS} ms from call to error`,
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** A machine that cannot run the measurement must not pass. */
function assertPossible(folder: string): void {
  if (process.getuid?.() !== 0) throw new Error('R5 cannot be shown here: mounting a small disk needs root');
  const why = whyNoStrace();
  if (why !== undefined) throw new Error(`R5 cannot be shown here: strace cannot make calls fail: ${why}`);
  const disk = mountDisk(folder);
  execFileSync('umount', ['-l', disk]);
}

function mountDisk(folder: string): string {
  const disk = mkdtempSync(join(folder, 'disk-'));
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', disk], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`R5 cannot be shown here: cannot mount a small disk: ${stderr}`);
  return disk;
}

async function fillDisks(folder: string, findings: DiskFindings, isQuick: boolean): Promise<void> {
  // Room for some records but not for a checkpoint of the write-ahead log, and room for all of it.
  const rooms = isQuick ? [256 << 10, 1200 << 10] : [256 << 10, 400 << 10, 800 << 10, 1200 << 10];
  const sizes = isQuick ? [3000] : [100, 3000, 60_000];
  const full = [0, 1].flatMap((threads) =>
    rooms.flatMap((room) =>
      sizes.map((size) => ({ file: 'r5-full-disk.ts', args: [threads, room, size].map(String) })),
    ),
  );
  const atRest = [0, 1].map((threads) => ({ file: 'r5-full-at-rest.ts', args: [String(threads)] }));
  for (const { file, args } of [...full, ...atRest]) {
    const disk = mountDisk(folder);
    try {
      const run = await runFaultChild({ file, args: [disk, ...args], cache: join(folder, 'cache') });
      findings.addRun(`${file} ${args.join(' ')}`, run, ['STORE_FULL']);
    } finally {
      execFileSync('umount', ['-l', disk]);
    }
  }
}

/** Checks that every operation on a readable but unwritable folder is rejected with a reason. */
async function forbid(folder: string, findings: DiskFindings): Promise<void> {
  const home = mkdtempSync(join(folder, 'forbidden-'));
  const root = join(home, 'sessions');
  const store = openStore({ root });
  const log = await store.open('kept', { owner, create: true });
  await log.append([started('kept'), note('kept')]);
  await log.close();
  await store.close();
  for (const path of [folder, home, root, join(root, 'kept')]) chmodSync(path, 0o755);
  for (const name of readdirSync(join(root, 'kept'))) chmodSync(join(root, 'kept', name), 0o644);
  const run = await runFaultChild({ file: 'r5-unwritable.ts', args: [home], cache: join(folder, 'cache') });
  findings.addRun('unwritable', run, ['STORE_FAILED']);
  const refused = new Set(run.lines.flatMap((line) => (line.line === 'error' ? [line.what] : [])));
  for (const what of ['open a store that is not there', 'create', 'open', 'fork', 'salvage', 'delete'])
    if (!refused.has(what)) findings.fault('problems', `unwritable: ${what} was not refused`);
  await findings.checkSession('unwritable', root, { sessionId: 'kept', acks: [] });
}

async function injectAll(
  folder: string,
  findings: DiskFindings,
  { injections, lane }: { readonly injections: readonly Injection[]; readonly lane: number },
): Promise<void> {
  for (const [n, injection] of injections.entries()) {
    if (n % 2 === lane) await inject(folder, findings, injection);
  }
}

async function inject(folder: string, findings: DiskFindings, injection: Injection): Promise<void> {
  const { call, error, files, first, last, threads } = injection;
  const what = `${error} of ${call} ${files.length === 1 ? `of ${files.join('')} ` : ''}${first}..${last}, ${threads} threads`;
  const home = mkdtempSync(join(folder, 'injected-'));
  const root = join(home, 'sessions');
  const under = toStrace(injection, root);
  const args = [root, String(threads)];
  const run = await runFaultChild({ file: 'r5-injected.ts', args, under, cache: join(folder, 'cache') });
  // SQLite treats a page that cannot be read as damaged; that is a typed error too.
  const codes = ['STORE_FULL', 'STORE_FAILED', ...(call === 'pread64' ? ['SESSION_DAMAGED'] : [])];
  findings.addRun(what, run, codes);
  const acks = run.lines.filter((line) => line.line === 'ack');
  if (run.end === undefined || acks.length > 0) await findings.checkSession(what, root, { sessionId: 'session', acks });
  rmSync(home, { recursive: true, force: true });
}
