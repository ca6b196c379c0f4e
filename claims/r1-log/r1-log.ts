import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Claim } from '../claim.ts';
import { atExit } from '../../tests/kit/at-exit.ts';
import { addFindings, createFindings, isClean } from './check-store.ts';
import { killEverywhere } from './kill-points.ts';
import { whyNoLoopDisk } from './loop-disk.ts';
import { cutPower, cutPowerOfControl } from './power-loss.ts';

/** Measures what a session log loses through power cuts and kills. */
export const r1Log: Claim = {
  id: 'R1-log',
  sentence:
    '0 acknowledged records are lost, over 1,000 power-loss images of a loop-mounted file system and over SIGKILL at every await point of an append sequence.',
  async run({ isQuick, say }) {
    const folder = mkdtempSync(join(tmpdir(), 'bowline-r1-'));
    const clear = (): void => {
      rmSync(folder, { recursive: true, force: true });
    };
    const stay = atExit(clear);
    try {
      const why = whyNoLoopDisk(folder);
      if (why !== undefined) throw new Error(`R1-log cannot be shown here, no loop disk: ${why}`);
      const wanted = isQuick ? 60 : 1000;
      const ours = await cutPower({ folder, images: wanted, say });
      const control = await cutPowerOfControl({ folder, images: isQuick ? 4 : 10, say });
      const most = isQuick ? 30 : Number.POSITIVE_INFINITY;
      const one = await killEverywhere({ folder, threads: 0, most, say });
      const two = await killEverywhere({ folder, threads: 1, most, say });
      const killed = createFindings();
      for (const { findings } of [one, two]) addFindings(killed, findings);
      const { sessions, lost, unsound, halfBatches, unwritable } = ours.findings;
      return {
        holds: isClean(ours.findings) && isClean(killed) && control.lost > 0 && ours.images >= wanted,
        figures: {
          images: ours.images,
          imagesPastCheckpoint: ours.imagesPastCheckpoint,
          ackedRecords: ours.ackedRecords,
          sessionsChecked: sessions,
          lost,
          unsound,
          halfBatches,
          unwritable,
          controlImages: control.images,
          controlAcked: control.acked,
          controlLost: control.lost,
          awaitPoints: one.points + two.points,
          killPoints: one.killed + two.killed,
          killSessionsChecked: killed.sessions,
          killLost: killed.lost,
          killUnsound: killed.unsound,
          killHalfBatches: killed.halfBatches,
          killUnwritable: killed.unwritable,
        },
        against:
          'a bare node:sqlite database with synchronous=OFF, cut off in the same way on the same kind of disk: it must lose records',
      };
    } finally {
      clear();
      stay();
    }
  },
};
