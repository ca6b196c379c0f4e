import { openTemporaryRoot, type TemporaryRoot } from './open-temporary-root.ts';

let root: TemporaryRoot | undefined;

/** Runs before any worker is started, so that all of them put their temporary files below one folder. */
export function setup(): void {
  root = openTemporaryRoot();
}

/** What tests have not removed goes with the folder; a process that they have left running fails the run. */
export async function teardown(): Promise<void> {
  await root?.close();
}
