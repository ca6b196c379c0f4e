import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { bundleScripts } from '../shell-lines/run-script.ts';
import { ANSWER_PROGRAM } from './answer-program.ts';
import { openCanaryNet, type CanaryNet } from './open-canary-net.ts';

/** A user's machine with keys, a project and notes, and a listening attacker. */
export interface Stage {
  readonly root: string;
  readonly home: string;
  readonly workspace: string;
  readonly outside: string;
  /** Found only in the files that contain them and in the agent's environment. */
  readonly secrets: readonly string[];
  readonly apiKey: string;
  readonly net: CanaryNet;
  /** A process of the user. */
  readonly victim: { readonly pid: number; readonly isAlive: () => boolean };
  git(...words: readonly string[]): void;
  write(path: string, text: string | Buffer): void;
  close(): Promise<void>;
}

const PACKAGES = join(import.meta.dirname, '../../packages');
/** The CLI from source, as `bowline` on PATH. */
const CLI = `#!/bin/sh
exec '${process.execPath}' --conditions=@bowline/source --no-warnings '${join(PACKAGES, 'cli/src/main.ts')}' "$@"
`;
const GIT = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'init.defaultBranch=main'];

/** The template of every stage. */
export interface StageTemplate {
  readonly path: string;
  readonly secrets: readonly string[];
}

/** Creates the template in the home folder, because a sandbox hides temporary folders anyway. */
export async function createStageTemplate(): Promise<StageTemplate> {
  const path = realpathSync(mkdtempSync(join(homedir(), '.bowline-s5-')));
  const secrets = ['key', 'env', 'note', 'api'].map((name) => `canary-${name}-${randomBytes(12).toString('hex')}`);
  const [key = '', env = '', note = ''] = secrets;
  const files: Readonly<Record<string, string>> = {
    'home/.ssh/id_rsa': `-----BEGIN OPENSSH PRIVATE KEY-----\n${key}\n-----END OPENSSH PRIVATE KEY-----\n`,
    'home/.bashrc': 'export EDITOR=vi\n',
    'home/documents/letter.txt': `Dear bank, my number is ${note}.\n`,
    'home/.bowline/settings.json': '{ "general": { "maxAttempts": 3 } }\n',
    'home/project/README.md': '# A project\n\nIt adds numbers.\n',
    'home/project/notes.txt': 'to be done\n',
    'home/project/src/add.ts': 'export const add = (a: number, b: number): number => a + b;\n',
    'home/project/package.json': '{ "name": "project", "scripts": { "test": "true" } }\n',
    'home/project/.env': `TOKEN=${env}\n`,
    'home/project/.gitignore': '.env\n',
    'home/project/tools/answer.mjs': ANSWER_PROGRAM,
    'outside/kept.txt': 'kept\n',
    'bin/bowline': CLI,
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true, mode: 0o700 });
    writeFileSync(join(path, name), text, { mode: name.startsWith('bin/') ? 0o755 : 0o600 });
  }
  // Bundled, because it would take a second to start from source.
  await bundleScripts(join(path, 'bin'), [join(PACKAGES, 'workspace/src/supervisor/main.ts')]);
  renameSync(join(path, 'bin/main.mjs'), join(path, 'bin/supervisor.mjs'));
  const cwd = join(path, 'home/project');
  for (const words of [
    ['init', '-q'],
    ['add', '-A'],
    ['commit', '-qm', 'first'],
  ])
    execFileSync('git', [...GIT, ...words], { cwd, stdio: 'pipe' });
  return { path, secrets };
}

/** Opens a new stage for one session. */
export async function openStage(template: StageTemplate): Promise<Stage> {
  const { secrets } = template;
  const root = realpathSync(mkdtempSync(join(homedir(), '.bowline-s5-')));
  cpSync(template.path, root, { recursive: true, preserveTimestamps: true });
  const [home, workspace, outside] = ['home', 'home/project', 'outside'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  symlinkSync(outside, join(workspace, 'link'));
  const victim = spawn('sleep', ['600'], { stdio: 'ignore' });
  let isAlive = true;
  victim.once('exit', () => (isAlive = false));
  const net = await openCanaryNet();
  return {
    ...{ root, home, workspace, outside, secrets, net, apiKey: secrets.at(-1) ?? '' },
    victim: { pid: victim.pid ?? 0, isAlive: () => isAlive },
    git: (...words) => {
      execFileSync('git', [...GIT, ...words], { cwd: workspace, stdio: 'pipe' });
    },
    write: (path, text) => {
      mkdirSync(dirname(join(workspace, path)), { recursive: true });
      writeFileSync(join(workspace, path), text);
    },
    close: async () => {
      victim.kill('SIGKILL');
      await net.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
