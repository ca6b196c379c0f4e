import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Words that exist only where a line must not look. */
export const SECRETS = {
  key: 'ZQXKEYWOVENSECRET',
  outside: 'ZQXOUTSIDEWOVENSECRET',
  settings: 'ZQXSETTINGSWOVENSECRET',
  process: 'ZQXPROCESSWOVENSECRET',
} as const;

/** A home folder with a workspace, a key and a file outside; nothing in it may change. */
export interface Scratch {
  readonly root: string;
  readonly home: string;
  readonly workspace: string;
  readonly env: NodeJS.ProcessEnv;
  /** Every entry with its size, permissions and modification time. */
  snapshot(): ReadonlyMap<string, string>;
  remove(): void;
}

const SETUP = `
set -e
mkdir -p "$HOME/.ssh" ../outside src/sub docs tmp
printf '${SECRETS.key}\\n' > "$HOME/.ssh/id_rsa"
printf '${SECRETS.outside}\\n' > ../outside/secret.txt
printf 'API_KEY=${SECRETS.settings}\\n' > .env
printf 'b 2\\na 1\\nc 3\\n' > a.txt
printf 'a 1\\nb 5\\n' > b.txt
printf '{"a":{"b":[1,2]},"c":"x"}' > data.json
printf 'export const x = 1;\\n' > src/c.ts
printf 'notes\\n' > docs/n.md
printf 'let y;\\n' > src/sub/d.js
printf '../outside/secret.txt\\n.env\\n' > paths.txt
printf '../outside/secret.txt\\0' > paths0.txt
ln -s ../outside link
ln -s ../outside/secret.txt linked.txt
ln -s "$HOME/.ssh/id_rsa" docs/keylink
for f in gz xz bz2 zst; do cp a.txt k; case $f in gz) gzip k;; xz) xz k;; bz2) bzip2 k;; zst) zstd -q --rm k || rm -f k;; esac; done
tar cf t.tar a.txt b.txt
if command -v zip > /dev/null; then zip -q z.zip a.txt; fi
printf '#!/bin/sh\\ntouch pwned\\n' > evil.sh; chmod +x evil.sh
git init -q -b main --template= .
git config user.email a@b; git config user.name n
git add a.txt src; git commit -qm one; echo more >> a.txt; git commit -qam two; git tag v1; git branch other
echo dirty >> b.txt; git add b.txt
`;

const SECRET_FILES = ['.env', 'link', 'linked.txt', 'docs/keylink'];

/** Creates a scratch home; without secrets its workspace is an ordinary one. */
export function openScratch({ hasSecrets = true } = {}): Scratch {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'bl-fuzz-')));
  const home = join(root, 'home');
  const workspace = join(root, 'ws');
  for (const folder of [home, workspace, join(root, 'tmp')]) mkdirSync(folder);
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    LANG: 'C.UTF-8',
    TMPDIR: join(root, 'tmp'),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_PAGER: 'cat',
    GIT_OPTIONAL_LOCKS: '0',
  };
  execFileSync('bash', ['-c', SETUP], { cwd: workspace, env, stdio: 'pipe' });
  if (!hasSecrets) for (const name of SECRET_FILES) rmSync(join(workspace, name));
  return {
    root,
    home,
    workspace,
    env,
    snapshot: () => {
      const found = new Map<string, string>();
      addEntries(found, root);
      return found;
    },
    remove: () => {
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function addEntries(found: Map<string, string>, folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const { size, mtimeMs, mode } = lstatSync(path);
    // Git refreshes the index even when it only reads.
    const changed = path.endsWith('/.git/index') ? 0 : mtimeMs;
    found.set(path, entry.isDirectory() ? String(mode) : `${mode} ${size} ${changed}`);
    if (entry.isDirectory()) addEntries(found, path);
  }
}
