import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { createDefaultPolicy } from '../built-in/default-policy.ts';
import { parsePolicy } from '../rules/parse-policy.ts';
import { openShellReader } from '../shell/open-shell-reader.ts';
import { compilePolicies } from './compile-policies.ts';
import { decide } from './decide.ts';

const bytesOf = (file: string): Uint8Array => readFileSync(createRequire(import.meta.url).resolve(file));
const reader = await openShellReader({
  runtime: bytesOf('web-tree-sitter/web-tree-sitter.wasm'),
  grammar: bytesOf('tree-sitter-bash/tree-sitter-bash.wasm'),
});

const GRANTED = [
  ...['npm test', 'npm audit', 'npm view', 'npm outdated', 'npm ls', 'npm run build', 'pip list', 'make test'],
  ...['cargo test', 'go test', 'pytest', 'git add', 'git commit', 'git checkout', 'git restore', 'git reset'],
];
const rule = `[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = ${JSON.stringify(GRANTED)}\ndecision = "allow"\npriority = 50\n`;
const files = [createDefaultPolicy(), parsePolicy(rule, { file: 'grants', tier: 'user' })];
const set = compilePolicies(files, { isTrusted: true });

function verdictOf(command: string, path?: string): string {
  const call = {
    tool: 'run_shell_command',
    args: { command },
    effect: 'execute' as const,
    shell: reader.read(command),
  };
  const folder = path === undefined ? {} : { folder: { path, isOtherRepository: false } };
  return decide(set, { ...call, ...folder }, { mode: 'default', isInteractive: true }).verdict;
}

test.each([
  'npm test',
  'npm test -- src/a.test.ts -t name',
  'npm test --silent',
  'npm run build',
  'npm ls --depth=0 --json',
  'npm view react versions --json',
  'npm audit --json',
  'pip list --outdated',
  'make test',
  'cargo test name',
  'cargo test --workspace',
  'go test ./...',
  'pytest -q tests/a.py',
  'git add -A',
  'git commit -m "a message"',
  'git checkout -b topic',
])('a grant covers %s', (command) => {
  expect(verdictOf(command)).toBe('allow');
});

test.each([
  'npm audit fix --force',
  'npm audit --registry=http://127.0.0.1:1/',
  'npm view x --registry http://127.0.0.1:1/',
  'npm view http://127.0.0.1:1/x.tgz',
  'npm view file:evilpkg',
  'npm view git+ssh://127.0.0.1/x',
  'npm outdated --https-proxy=http://127.0.0.1:1/',
  'npm ls --logs-dir=pwn',
  'npm test --script-shell=./evil.sh',
  'npm test --ignore-scripts=false',
  'npm test --userconfig=evilrc',
  'npm test -w evilpkg',
  'npm test --workspaces',
  'npm test --prefix evilpkg',
  'npm --prefix evilpkg test',
  'npm -C evilpkg test',
  'npm test -- --globalSetup=./evil.js',
  'npm run build -w evilpkg',
  'cd evilpkg && npm test',
  'pip list --index-url http://127.0.0.1:1/ -o',
  'pip list --log=pwn',
  'pip list --log pwn',
  'make -f evil.mk test',
  'make test -f evil.mk',
  'make test SHELL=./evil.sh',
  'make test -Cevilmake',
  'cargo test --config x=1',
  'cargo test --manifest-path evil/Cargo.toml',
  'go test -exec ./evil.sh',
  'pytest -p evil',
  'pytest -c evil.ini',
  'pytest --rootdir=evil',
  'git add --pathspec-from-file=paths.txt',
  'git commit -F ../outside/secret.txt -m x',
  'git commit --template=.env',
  'git checkout --pathspec-from-file=paths.txt topic',
  'git restore --source=topic --pathspec-from-file=paths.txt',
  'git reset --pathspec-from-file=paths.txt',
  "git checkout topic -- ':(top)*bowline*'",
])('a grant does not cover %s', (command) => {
  expect(verdictOf(command)).toBe('ask');
});

test.each(['npm test', 'make test', 'git commit --allow-empty -m x', 'pytest'])(
  'a grant does not cover %s in another folder',
  (command) => {
    expect(verdictOf(command, 'evilpkg')).toBe('ask');
  },
);
