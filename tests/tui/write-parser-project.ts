import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The parser with a mistake, as the specified screens show it. */
const parse = `/** Splits text into characters. */

export function tokenize(text: string): string[] {
  const out: string[] = [];
  for (let i = 0; i <= text.length; i++) {
    out.push(text[i]);
  }
  return out;
}

export function parse(text: string): Tree {
  return { tokens: tokenize(text) };
}
`;

/** A test runner that prints what the specified one does. It ends once nothing holds it. */
const test = `#!/bin/sh
sleep 1.2
if grep -q '<= text.length' src/parse.ts; then
  echo '> vitest run parser'
  echo 'FAIL  tokenize › empty input: expected [] to equal [undefined]'
  echo 'FAIL  tokenize › trailing space: expected 3 tokens, got 4'
  echo '2 of 28 failed: tokenize › empty input, tokenize › trailing space'
  exit 1
fi
echo '✓ tokenize › empty input'
echo '✓ print › tables'
while [ -e ~/hold ]; do sleep 0.1; done
echo '28 passed'
`;

/** Two programs that go on until they are stopped. */
const dev = `#!/bin/sh
echo 'VITE v6.0.1  ready in 312 ms'
echo '➜  Local:   http://localhost:5173/'
exec sleep 600
`;
const watch = `#!/bin/sh
echo 'Waiting for changes'
exec sleep 600
`;

/** Where the programs of the specified screens are, for PATH. They need no network and take no time. */
export function writePrograms(home: string): string {
  const folder = join(home, 'bin');
  mkdirSync(folder, { recursive: true });
  for (const name of ['cargo', 'npx']) writeFileSync(join(folder, name), '#!/bin/sh\nsleep 1.2\n', { mode: 0o755 });
  return folder;
}

/** Creates the project of the specified screens in a home directory. Returns its path. */
export function writeProject(home: string): string {
  const folder = join(home, 'code/proj');
  const write = (path: string, text: string, mode = 0o644): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { mode });
  };
  write('src/parse.ts', parse);
  write('src/print.ts', `${'// prints\n'.repeat(199)}export {};\n`);
  write('src/index.ts', `${'// exports\n'.repeat(99)}export {};\n`);
  write('src/parser/rules.ts', 'export {};\n');
  write('test/parse.test.ts', `${'// tests\n'.repeat(87)}export {};\n`);
  write('docs/parser.md', 'A line.\n'.repeat(140));
  write('AGENTS.md', 'Run the tests with npm test.\n');
  const scripts = { test: 'sh test.sh', dev: 'sh dev.sh', watch: 'sh watch.sh' };
  write('package.json', `${JSON.stringify({ name: 'proj', version: '1.0.0', scripts })}\n`);
  write('test.sh', test, 0o755);
  write('dev.sh', dev, 0o755);
  write('watch.sh', watch, 0o755);
  const git = (...args: readonly string[]): void => {
    const env = { PATH: process.env['PATH'], HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
    const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'init.defaultBranch=main'];
    execFileSync('git', [...who, ...args], { cwd: folder, env, stdio: 'ignore' });
  };
  git('init');
  git('add', '-A');
  git('commit', '-m', 'Start');
  write('src/print.ts', `${'// printed\n'.repeat(199)}export {};\n`);
  write('docs/parser.md', 'A row.\n'.repeat(140));
  write('README.md', 'A parser.\n');
  return folder;
}
