// Runs sandboxed commands one after the other as the current user, and prints what the model receives for each as JSON.
import { mkdirSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { describeEnd } from '../../packages/tools/src/shell/describe-end.ts';
import { SupervisedCommands } from '../../packages/workspace/src/processes/supervised-commands.ts';
import { detectBubblewrap, type Confinement, type GroupBounds } from '../../packages/workspace/src/index.ts';

/** The commands, and their limits. */
export interface ToldCommands {
  /** An empty folder of the user who runs them. */
  readonly folder: string;
  readonly group: GroupBounds;
  readonly limits: Confinement['limits'];
  readonly commands: readonly (readonly [profile: Confinement['profile'], command: string])[];
}

const { folder, group, limits, commands: all } = JSON.parse(process.argv[2] ?? 'null') as ToldCommands;
const detected = detectBubblewrap({ architecture: process.arch, release: release(), uid: process.getuid?.() ?? 0 });
if (!detected.ok) throw new Error(detected.problem);
const bubblewrap = detected.found;
const [cwd, home] = [join(folder, 'work'), join(folder, 'home')];
for (const each of [cwd, home]) mkdirSync(each);
const commands = new SupervisedCommands({
  stateFolder: join(folder, 'state'),
  supervisorEntry: join(import.meta.dirname, '../../packages/workspace/src/supervisor/main.ts'),
  leaseMs: 50,
  execPath: process.execPath,
  execArgv: ['--conditions=@bowline/source', '--no-warnings'],
  env: { PATH: process.env['PATH'] ?? '', HOME: home },
  sandbox: async () => ({ bubblewrap, journal: join(folder, 'journal'), group }),
});
const told: string[] = [];
for (const [n, [profile, command]] of all.entries()) {
  const nothing = { readable: [], writable: [], hidden: [] };
  const confinement: Confinement = { profile, folders: [cwd], home, ...nothing, unixSockets: false, limits };
  const started = await commands.start({ key: `t${n}`, command, cwd, confinement });
  const { content } = describeEnd(await started.ended, { cwd, shownCwd: undefined, profile });
  told.push(content.map((part) => ('text' in part ? part.text : '')).join('\n'));
}
commands.close();
console.log(JSON.stringify(told));
