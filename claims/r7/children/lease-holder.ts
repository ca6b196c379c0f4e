import { openLocalWorkspace } from '@bowline/workspace';
import { writeSync } from 'node:fs';
import { join } from 'node:path';

/** Starts a command with a short lease, reports it, and waits to be killed. */
const [, , folder = '', supervisor = '', mark = '', leaseMs = '0', command = ''] = process.argv;
const workspace = openLocalWorkspace({
  root: folder,
  directories: [],
  stateFolder: join(folder, 'commands'),
  supervisorEntry: supervisor,
  execPath: process.execPath,
  execArgv: process.execArgv,
  env: { PATH: process.env['PATH'] ?? '', TMPDIR: folder, R7_MARK: mark },
  leaseMs: Number(leaseMs),
});
const { ended, onOutput } = await workspace.commands.start({ key: 'held', command, cwd: folder });
onOutput((text) => writeSync(1, text));
await ended;
