import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const TEST = "const { test } = require('node:test');\ntest('passes', () => {});\n";

/** Creates a repository with a submodule, a linked worktree, settings of editors and agents, and files to hide. */
export function createTemplate(folder: string, nonce: string): void {
  const source = `${folder}-source`;
  const files = {
    ...{ '.env': `K=${nonce}\n`, 'conf/.env': `C=${nonce}\n`, 'late.env': `L=${nonce}\n`, 'secrets/deep/token': nonce },
    ...{ '.gemini/settings.json': '{}', '.husky/pre-commit': '#!/bin/sh\n', '.husky/pre-push': '#!/bin/sh\n' },
    ...{ '.idea/workspace.xml': '<a/>', 'pkg/index.js': '', 'test/a.test.js': TEST },
    'package.json': `${JSON.stringify({ name: 'a', version: '1.0.0', scripts: { test: 'node --test test/a.test.js' } })}\n`,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  chmodSync(join(folder, '.husky/pre-commit'), 0o755);
  mkdirSync(source);
  git(source, 'init', '-q');
  git(source, 'commit', '-q', '--allow-empty', '-m', 'a');
  git(folder, 'init', '-q');
  git(folder, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', source, 'sub');
  git(folder, 'add', '.env', 'package.json', '.gemini', 'pkg', 'test');
  git(folder, 'commit', '-q', '-m', 'one');
  git(folder, 'rm', '-q', '--cached', '.env');
  git(folder, 'commit', '-q', '-m', 'two');
  git(folder, 'config', 'extensions.worktreeConfig', 'true');
  git(folder, 'worktree', 'add', '-q', '-b', 'linked', join(dirname(folder), 'linked'));
}

/** Copies a template and its linked worktree to a folder that only one attack uses. */
export function copyTemplate(template: string, folder: string): void {
  mkdirSync(`${folder}.linked`, { recursive: true });
  execFileSync('cp', ['-a', template, folder]);
  const linked = join(folder, '.git/worktrees/linked');
  writeFileSync(join(linked, 'gitdir'), `${folder}.linked/.git\n`);
  writeFileSync(`${folder}.linked/.git`, `gitdir: ${linked}\n`);
}

/** Runs Git with a neutral identity. */
function git(folder: string, ...args: readonly string[]): void {
  const settings = ['user.name=a', 'user.email=a@a', 'init.defaultBranch=main', 'commit.gpgsign=false'];
  execFileSync('git', [...settings.flatMap((each) => ['-c', each]), ...args], {
    cwd: folder,
    env: { ...process.env, HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
