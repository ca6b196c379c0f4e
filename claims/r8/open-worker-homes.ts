import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LogRecord } from '@bowline/log';
import { FileSaves, openS3Objects, withinStore } from '@bowline/workspace';
import { openObjectServer } from '../../tests/kit/open-object-server.ts';
import { createPlace, type PlaceOptions, type ProcessPlace } from '../server-bench/process-place.ts';

/** Where workers keep files. */
export interface WorkerHomes {
  readonly place: (worker: number, options: PlaceOptions) => ProcessPlace;
  /** Restores the last save of a session into a new folder. Undefined if the workers share a disk. */
  readonly restore: (sessionId: string, records: readonly LogRecord[]) => Promise<string | undefined>;
  /** How often a worker lost its disk. */
  readonly lost: () => number;
  readonly figures: () => Readonly<Record<string, number>>;
  readonly close: () => Promise<void>;
}

/** All workers work in the same folders. */
export const noHomes: WorkerHomes = {
  place: (_, options) => createPlace(options),
  restore: async () => undefined,
  lost: () => 0,
  figures: () => ({}),
  close: async () => undefined,
};

/** Gives each worker a home of its own, and all of them a bucket. The first one loses its home when it is killed. */
export async function openWorkerHomes(folder: string): Promise<WorkerHomes> {
  const server = await openObjectServer(1000);
  const { endpoint, bucket, region, credentials } = server.place;
  const files = `s3://${bucket}/claim?endpoint=${endpoint}&region=${region}`;
  const key = { AWS_ACCESS_KEY_ID: credentials.accessKeyId, AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey };
  const store = withinStore(openS3Objects(server.place), 'claim/tenants/default');
  let lost = 0;
  return {
    place: (worker, options) => {
      const home = join(folder, `home-${worker}`);
      mkdirSync(home);
      const args = [...options.args, '--files', files];
      const place = createPlace({ ...options, args, env: { ...options.env, ...key, HOME: home, BOWLINE_HOME: home } });
      if (worker !== 0) return place;
      return {
        ...place,
        kill: async () => {
          const wasRunning = place.isRunning();
          await place.kill();
          if (!wasRunning) return;
          // A command that goes on may be making files in it.
          rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
          mkdirSync(home, { recursive: true });
          lost += 1;
        },
      };
    },
    restore: async (sessionId, records) => {
      const root = join(folder, 'restored', sessionId);
      rmSync(root, { recursive: true, force: true });
      mkdirSync(root, { recursive: true });
      const last = records.findLast(({ type }) => type === 'files_saved');
      if (last?.type !== 'files_saved') return root;
      const restored = await new FileSaves({ root, store, owner: 'the claim' }).restore(last.body.save);
      if (restored.kind === 'missing') throw new Error(`the last save of ${sessionId} is gone`);
      return root;
    },
    lost: () => lost,
    figures: () => ({
      objects: server.objects.size,
      objectBytes: [...server.objects.values()].reduce((sum, { bytes }) => sum + bytes.length, 0),
      requests: server.requests.length,
    }),
    close: server.close,
  };
}
