import { openTemporaryRoot, type TemporaryRoot } from './open-temporary-root.ts';

let root: TemporaryRoot | undefined;

/** Runs before any worker starts, so that all of them put their temporary files into one folder. */
export function setup(): void {
  root = openTemporaryRoot();
}

/** Removes the folder with everything that tests left in it. Fails the run if a process is still running. */
export async function teardown(): Promise<void> {
  await root?.close();
}
