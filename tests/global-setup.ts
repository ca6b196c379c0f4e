import { openTemporaryRoot, type TemporaryRoot } from './open-temporary-root.ts';

/** Set while one of several projects has the folder. */
const OPENED = 'BOWLINE_TEST_ROOT';

let root: TemporaryRoot | undefined;

/** Runs before any worker starts, so that all of them, of every project, put their temporary files into one folder. */
export function setup(): void {
  if (process.env[OPENED] !== undefined) return;
  root = openTemporaryRoot();
  process.env[OPENED] = root.path;
}

/** Removes the folder with everything that tests left in it. Fails the run if a process is still running. */
export async function teardown(): Promise<void> {
  await root?.close();
}
