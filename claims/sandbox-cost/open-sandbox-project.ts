import {
  createLinuxSandbox,
  defaultLimits,
  detectBubblewrap,
  Placeholders,
  type Bubblewrap,
  type Confinement,
  type Sandbox,
} from '@bowline/workspace';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, release } from 'node:os';
import { join } from 'node:path';

/** A typical project, and a sandbox for commands in it. */
export interface SandboxProject {
  readonly folder: string;
  readonly workspace: string;
  readonly home: string;
  readonly journal: string;
  readonly bubblewrap: Bubblewrap;
  readonly sandbox: Sandbox;
  confinement(profile: Confinement['profile']): Confinement;
  close(): void;
}

/** A repository with a worktree inside it, settings of agents and editors, hooks, and hidden keys. */
const SETUP = `
set -e
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@a GIT_CONFIG_NOSYSTEM=1
git init -q -b main
mkdir -p src .vscode .claude .husky
for n in $(seq 300); do echo "$n" > "src/$n.ts"; done
echo '{}' > .vscode/settings.json; echo '{}' > .claude/settings.json; echo '#!/bin/sh' > .husky/pre-commit
printf '.env\\n.worktrees\\n' > .gitignore
echo KEY=x > .env
git add -A && git commit -qm one
git worktree add -q -b side .worktrees/side
`;

/** Creates the project in the home folder, because the sandbox would hide a temporary one behind its own. */
export function openSandboxProject(): SandboxProject {
  const { arch: architecture, pid } = process;
  if (architecture !== 'x64' && architecture !== 'arm64') throw new Error(`no filter for ${architecture}`);
  const detected = detectBubblewrap({ architecture, release: release(), uid: process.getuid?.() ?? 0 });
  if (!detected.ok) throw new Error(detected.problem);
  const folder = realpathSync(mkdtempSync(join(homedir(), '.bowline-bench-')));
  const home = join(folder, 'home');
  const workspace = join(home, 'project');
  const [journal, scratch] = [join(folder, 'journal'), join(folder, 'scratch')];
  for (const each of [workspace, journal, scratch, join(home, '.nvm'), join(home, '.local/bin'), join(home, '.ssh')])
    mkdirSync(each, { recursive: true, mode: 0o700 });
  writeFileSync(join(home, '.ssh/id_rsa'), 'key');
  execFileSync('bash', ['-c', SETUP], { cwd: workspace, stdio: 'pipe' });
  const bubblewrap = detected.found;
  return {
    ...{ folder, workspace, home, journal, bubblewrap },
    sandbox: createLinuxSandbox({ bubblewrap, architecture, placeholders: new Placeholders(journal, pid), scratch }),
    confinement: (profile) => ({
      ...{ profile, folders: [workspace], home, readable: [], writable: [], hidden: ['.env'] },
      ...{ unixSockets: false, limits: defaultLimits },
    }),
    close: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
