import { readFileSync, writeSync } from 'node:fs';
import { SnapshotEngine } from '../../../packages/workspace/src/snapshots/snapshot-engine.ts';
import type { FileChange } from '../../../packages/workspace/src/snapshots/file-state.ts';
import { playKills } from '../play-kills.ts';
import { playRaces } from '../play-races.ts';
import { runCommand } from '../run-command.ts';

/** The parts of the claim, in a process of its own so that the product in it can have a fault. */
const [kind = '', given = '', seed = '0', count = '0'] = process.argv.slice(2);

interface Job {
  readonly root: string;
  readonly folder: string;
  readonly changes: readonly FileChange[];
  readonly key: string;
}

function apply({ root, folder, changes, key }: Job): null {
  const engine = new SnapshotEngine({ root, folder });
  writeSync(1, 'begins\n');
  engine.apply(changes, { key });
  return null;
}

async function play(): Promise<unknown> {
  switch (kind) {
    case 'apply':
      return apply(JSON.parse(readFileSync(given, 'utf8')) as Job);
    case 'races':
      return await playRaces(given, Number(seed), Number(count));
    case 'kills':
      return await playKills(given, Number(seed), Number(count));
    default:
      return await runCommand(given, Number(seed));
  }
}

process.stdout.write(JSON.stringify(await play()));
