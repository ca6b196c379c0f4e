import { execFileSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCommands } from './run-commands.ts';

const CANARY = 'canary-51d0';
const PRIVATE = `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n${CANARY}\n-----END PGP PRIVATE KEY BLOCK-----\n`;
const PUBLIC = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';

function put(path: string, text = CANARY): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Runs a program that prints files. It needs no approval because the command does not name them. */
async function show(
  paths: readonly string[],
  prepare: (workspace: string) => void = () => undefined,
): Promise<{ readonly asked: number; readonly printed: string }> {
  const { asked, results } = await runCommands(['node show.mjs'], {
    answers: ['denied'],
    prepare: (workspace) => {
      prepare(workspace);
      const read = `try { console.log(path, String(readFileSync(path))) } catch ({ code }) { console.log(path, code) }`;
      const list = JSON.stringify(paths);
      put(join(workspace, 'show.mjs'), `import { readFileSync } from 'node:fs'; for (const path of ${list}) ${read}`);
    },
  });
  return { asked: asked.length, printed: results.map(([, text]) => text).join('\n') };
}

/** True if the folder is writable, as it is for root in a container. */
function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

test('a command without approval cannot read files with keys, and can read all others', async () => {
  const keys = ['.dev.vars', 'auth.json', 'wallet.dat', 'app/token.txt', '.cargo/credentials.toml', '.gem/credentials'];
  const others = ['auth.ts', 'src/keys/index.js', '.env.example', 'locales/en/auth.json', 'book.asc'];
  const { asked, printed } = await show([...keys, 'a.asc', ...others, 'ca.pem'], (workspace) => {
    for (const name of keys) put(join(workspace, name));
    for (const name of others) put(join(workspace, name), 'seen');
    put(join(workspace, 'a.asc'), PRIVATE);
    put(join(workspace, 'ca.pem'), `seen\n${PUBLIC}`);
  });
  expect([asked, printed.match(/EACCES/g)?.length]).toEqual([0, keys.length + 1]);
  expect(printed).not.toContain(CANARY);
  expect(printed.match(/ seen/g)).toHaveLength(others.length + 1);
});

test('a command without approval cannot read keys in toolchains of the home directory', async () => {
  const keys = [
    '.nvm/.npmrc',
    '.nvm/versions/node/v24/etc/npmrc',
    '.dotnet/corefx/cryptography/x509stores/my/a.pfx',
    '.local/share/uv/credentials/credentials.toml',
    '.pyenv/linked',
    '.rustup/.env',
  ];
  const all = [...keys, '.pyenv/other.txt'].map((name) => `../home/${name}`);
  const { asked, printed } = await show(all, (workspace) => {
    const at = (name: string): string => join(dirname(workspace), 'home', name);
    for (const name of keys.slice(0, 4)) put(at(name));
    put(at('.pyenv/other.txt'), 'seen');
    put(at('.pyenv/shared/plain'));
    symlinkSync('shared/plain', at('.pyenv/.env'));
    symlinkSync('shared/plain', at('.pyenv/linked'));
    put(at('elsewhere/.env'));
    symlinkSync('elsewhere', at('.rustup'));
  });
  expect([asked, printed.match(/EACCES/g)?.length]).toEqual([0, keys.length]);
  expect(printed).not.toContain(CANARY);
  expect(printed).toContain('other.txt seen');
});

test.skipIf(!canWrite('/opt'))('a command without approval cannot read keys below /opt', async () => {
  const folder = mkdtempSync('/opt/bowline-test-');
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const names = ['.env', 'config/secrets.yml', 'conf/tls/server.key'].map((name) => join(folder, name));
  for (const name of names) put(name);
  put(join(folder, 'other.txt'), 'seen');
  const { asked, printed } = await show([...names, join(folder, 'other.txt')]);
  expect([asked, printed.match(/EACCES/g)?.length]).toEqual([0, names.length]);
  expect(printed).not.toContain(CANARY);
  expect(printed).toContain('other.txt seen');
});

function initWithLogin(top: string): void {
  mkdirSync(top, { recursive: true });
  const git = (...args: readonly string[]): void => {
    execFileSync('git', args, { cwd: top });
  };
  git('init', '-q', '-b', 'main');
  git('remote', 'add', 'origin', `https://me:${CANARY}@git.example/a.git`);
  git('config', 'http.https://git.example/.extraheader', `AUTHORIZATION: basic ${CANARY}`);
  git('config', 'user.name', 'seen');
}

test('a command without approval can read the settings of Git without the logins in them', async () => {
  const { asked, printed } = await show(['.git/config', 'deep/sub/.git/config', 'bare/config'], (workspace) => {
    for (const name of ['.', 'deep/sub']) initWithLogin(join(workspace, name));
    execFileSync('cp', ['-r', 'deep/sub/.git', 'bare'], { cwd: workspace });
  });
  expect(asked).toBe(0);
  expect(printed).not.toContain(CANARY);
  expect(printed.match(/name = seen/g)).toHaveLength(3);
});

test('Git works with settings without logins', async () => {
  const { asked, results } = await runCommands(['git remote -v', 'git status --porcelain'], {
    answers: ['denied'],
    prepare: initWithLogin,
  });
  expect(asked).toEqual([]);
  const [remotes] = results.map(([, text]) => text);
  expect(remotes).toBe(['fetch', 'push'].map((way) => `origin\thttps://git.example/a.git (${way})`).join('\n'));
  expect(results[1]?.[0]).toBe('ok');
});
