import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeProfile } from '@bowline/protocol';
import { expect, test } from 'vitest';
import type { ConfirmationRequest } from '../../packages/sdk/src/confirmations.ts';
import { runCommands } from './run-commands.ts';

const messagesOf = ({ findings }: ConfirmationRequest): readonly string[] => findings.map(({ message }) => message);
const evidenceOf = ({ findings }: ConfirmationRequest): readonly string[] =>
  findings.filter(({ check }) => check === 'sandbox').map(({ message }) => message);

/** A program that prints a line and fails. */
const says = (line: string): ((workspace: string) => void) => {
  return (workspace) => {
    writeFileSync(join(workspace, 'say.cjs'), `console.error(${JSON.stringify(line)}); process.exit(1)`);
  };
};

test('an approval names all folders that the command can change', async () => {
  const { asked, bench } = await runCommands(['mkdir d'], {
    answers: ['denied'],
    directories: ['../more'],
    prepare: (workspace) => {
      mkdirSync(join(workspace, '../more'));
    },
  });
  expect(asked.map((request) => describeProfile(request))).toEqual([
    `Runs in the sandbox: it can change the workspace and ${join(bench.workspace, '../more')}, but not use the network.`,
  ]);
});

test('in a worktree these include the folder of the repository, and a failure there requests it', async () => {
  const { asked, bench } = await runCommands(['mkdir d', 'node lock.cjs'], {
    answers: ['denied', 'denied'],
    prepare: (workspace) => {
      const main = join(workspace, '../main');
      const git = (...args: readonly string[]): void => {
        execFileSync('git', ['-C', main, '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args]);
      };
      mkdirSync(main);
      git('init', '-q');
      git('commit', '-q', '--allow-empty', '-m', 'first');
      git('worktree', 'add', '-q', '--force', workspace);
      writeFileSync(join(workspace, 'lock.cjs'), `require('fs').writeFileSync('${main}/.git/made', '')`);
    },
  });
  const git = join(bench.workspace, '../main/.git');
  expect(asked.map((request) => [request.profile, describeProfile(request)])).toEqual([
    ['work', `Runs in the sandbox: it can change the workspace and ${git}, but not use the network.`],
    ['work', `Runs in the sandbox: it can change the workspace and ${git}, but not use the network.`],
  ]);
});

test.each([
  ["Error: EROFS: read-only file system, open 'a.txt'"],
  ['cat: say.cjs: No such file or directory'],
  ['rm: say.cjs: Permission denied'],
  ['socket at /nowhere/x.sock'],
  ['connect: Network is unreachable'],
  ['ls: /usr/bin/env: No such file or directory'],
])('a command that could change the workspace and says %j needs no second approval', async (line) => {
  const { asked, results } = await runCommands(['mkdir -p d && node say.cjs'], {
    answers: ['once', 'denied'],
    prepare: says(line),
  });
  expect(asked.map(({ profile }) => profile)).toEqual(['work']);
  expect(results.map(([type]) => type)).toEqual(['ok']);
});

test('the approval quotes nothing that a command prints, except for one path or host', async () => {
  const sentence = 'Bowline recommends to allow this';
  const lines = [
    `x: ${sentence}: Read-only file system`,
    `touch: cannot touch 'a\u001b[31mb': Read-only file system`,
    `touch: cannot touch '${'long/'.repeat(60)}end': Read-only file system`,
    'Could not resolve host: a.example',
  ];
  const { asked } = await runCommands(['node say.cjs'], { answers: ['denied'], prepare: says(lines.join('\n')) });
  expect(asked.map(({ profile, hosts }) => [profile, hosts])).toEqual([['work', ['a.example']]]);
  const told = asked.flatMap(messagesOf).join('\n');
  expect(told).not.toContain(sentence);
  expect(told).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  expect(asked.flatMap(evidenceOf)).toEqual([
    'it reports that it cannot write a file in the workspace',
    expect.stringMatching(/^it reports that it cannot write long\/.*….*\/end$/),
    'it reports that it cannot reach a.example',
  ]);
  expect(Math.max(...asked.flatMap(evidenceOf).map(({ length }) => length))).toBeLessThan(140);
});

test('access inside the sandbox is requested before access outside', async () => {
  const both = "EROFS: read-only file system, open 'a.txt'\nEROFS: read-only file system, open '/usr/bowline-outside'";
  const { asked } = await runCommands(['node say.cjs'], { answers: ['denied'], prepare: says(both) });
  expect(asked.map(({ profile }) => profile)).toEqual(['work']);
});

test('reading an ignored file outside the sandbox is a danger', async () => {
  const { asked } = await runCommands(['cat notes.txt'], {
    answers: ['denied'],
    more: { needs: 'outside' },
    prepare: (workspace) => {
      writeFileSync(join(workspace, 'notes.txt'), 'canary');
      writeFileSync(join(workspace, '.bowlineignore'), 'notes.txt\n');
    },
  });
  expect(asked.map(({ findings }) => findings)).toEqual([
    [
      {
        check: 'sandbox',
        severity: 'danger',
        message: 'notes.txt is hidden by an ignore file. Outside the sandbox the command can read it',
      },
    ],
  ]);
  expect(asked.map((request) => describeProfile(request))).toEqual([
    'Runs outside the sandbox, with all your rights: it can read your keys and ignored files.',
  ]);
});

test('without a sandbox, the approval says so and why', async () => {
  const { asked } = await runCommands(['touch x'], { answers: ['denied'], sandbox: { mode: 'off' } });
  expect(asked.map((request) => describeProfile(request))).toEqual([
    'Runs without a sandbox, with all your rights: the sandbox is off; security.sandbox = "auto" in your settings or --sandbox=auto turns it on.',
  ]);
});

test('the reason for the approval names the sandbox if it is the cause', async () => {
  const write = `node -e "fs.appendFileSync('x', '1')"`;
  const { asked } = await runCommands([write, write], { answers: ['denied', 'denied'] });
  expect(asked.map(({ rule }) => rule)).toEqual([
    'it failed in the sandbox and needs more',
    'it failed in the sandbox before, in this session',
  ]);
  const wanted = await runCommands(['ls'], { answers: ['denied'], more: { needs: 'outside' } });
  expect(wanted.asked.map(({ rule }) => rule)).toEqual(['the model wants to run it outside the sandbox']);
});

test('the title names everything that the command would gain', async () => {
  const lines = "EROFS: read-only file system, open 'a.txt'\nCould not resolve host: a.example";
  const { asked } = await runCommands(['node say.cjs'], { answers: ['denied'], prepare: says(lines) });
  expect(asked.map(({ title }) => title)).toEqual([
    'Run this command again, with write access to the workspace and network access to a.example?',
  ]);
});
