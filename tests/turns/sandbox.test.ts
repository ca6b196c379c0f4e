import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { scriptedModel } from '@bowline/testkit';
import { detectCgroups } from '@bowline/workspace';
import { expect, test } from 'vitest';
import type { ConfirmationRequest } from '../../packages/sdk/src/confirmations.ts';
import { openSdkBench } from './open-sdk.ts';
import { step } from './play.ts';
import { bash, runCommands } from './run-commands.ts';

const HUGE = `node -e "process.chdir(os.tmpdir()); fs.writeFileSync('huge', ''); fs.truncateSync('huge', 17 * 2 ** 30)"`;
const WRITE = `node -e "console.log('ran'); fs.appendFileSync('x', '1')"`;

test('an unknown command runs read-only without approval', async () => {
  const { asked, results } = await runCommands([`node -e "console.log(6 * 7)"`], { answers: ['denied'] });
  expect([asked, results]).toEqual([[], [['ok', '42']]]);
});

test('missing access is requested with evidence, and the command runs again with it, once', async () => {
  const { asked, results, file } = await runCommands([WRITE], { answers: ['once'] });
  expect(asked).toMatchObject([
    {
      title: 'Run this command again, with write access to the workspace?',
      profile: 'work',
      findings: [
        { check: 'sandbox', severity: 'warning', message: 'it reports that it cannot write x' },
        { check: 'command_hazard' },
      ],
    },
  ]);
  expect(results).toEqual([['ok', 'ran']]);
  expect(readFileSync(file('x'), 'utf8')).toBe('1');
});

test('a denial keeps the first result', async () => {
  const { results, file } = await runCommands([WRITE], { answers: ['denied'] });
  expect(results).toEqual([
    [
      'sandbox_refused',
      expect.stringMatching(/^ran\n[^]*EROFS[^]*It was not run again with more access: the user denied this call\.$/),
    ],
  ]);
  expect(existsSync(file('x'))).toBe(false);
});

test('without a user to ask, the first result is kept too, and says what was missing', async () => {
  const { results, file } = await runCommands([WRITE]);
  expect(results).toEqual([
    ['sandbox_refused', expect.stringMatching(/it reports that it cannot write x[^]*cannot ask/)],
  ]);
  expect(existsSync(file('x'))).toBe(false);
});

test('a command that was not run again is listed as denied, with the reason for the user', async () => {
  const bench = openSdkBench();
  const bowline = await bench.open(scriptedModel([bash(WRITE), step.text('done')]), { trust: { isTrusted: true } });
  const { denied } = await bowline.ask('go');
  expect(denied).toMatchObject([
    {
      tool: 'run_shell_command',
      explanation: 'it reports that it cannot write x, but this run cannot ask for approval',
    },
  ]);
});

test('the same command needs approval at once the next time', async () => {
  const { asked, file } = await runCommands([WRITE, WRITE], { answers: ['once', 'once'] });
  expect(asked.map(({ title }) => title)).toEqual([
    'Run this command again, with write access to the workspace?',
    'Run this command?',
  ]);
  expect(readFileSync(file('x'), 'utf8')).toBe('11');
});

test('an answer for the session covers the requested access', async () => {
  const { asked, results } = await runCommands(['npm run -s out', 'npm run -s out'], {
    answers: ['session'],
    prepare: (workspace) => {
      const script = `node -e "fs.appendFileSync('x', '1')"`;
      writeFileSync(join(workspace, 'package.json'), JSON.stringify({ scripts: { out: script } }));
    },
  });
  expect(asked).toHaveLength(1);
  expect(results.map(([type]) => type)).toEqual(['ok', 'ok']);
});

test('an approved command that names a path outside the workspace runs outside the sandbox', async () => {
  const { asked, results, bench, file } = await runCommands(['mkdir d && touch ../outside'], {
    answers: ['once', 'denied'],
  });
  expect(asked.map(({ profile, findings }) => [profile, findings.map(({ message }) => message)])).toEqual([
    ['open', expect.anything()],
  ]);
  expect(results).toHaveLength(1);
  expect([existsSync(file('d')), existsSync(join(bench.workspace, '../outside'))]).toEqual([true, true]);
});

test('an approved command that needs more access requests it, and the approval says that it ran already', async () => {
  const { asked, file } = await runCommands(['mkdir d && node out.mjs'], {
    answers: ['once', 'denied'],
    prepare: (workspace) => {
      writeFileSync(
        join(workspace, 'out.mjs'),
        `import fs from 'node:fs';fs.writeFileSync('/usr/bowline-outside', '')`,
      );
    },
  });
  expect(asked.map(({ profile }) => profile)).toEqual(['work', 'open']);
  expect(asked[1]?.findings.map(({ message }) => message)).toContain(
    'it ran once already, and running it again repeats its effects',
  );
  expect([existsSync(file('d')), existsSync('/usr/bowline-outside')]).toEqual([true, false]);
});

test('a command without approval cannot read keys or ignored files under any name', async () => {
  const read = (file: string): string => `node -e "console.log(String(fs.readFileSync('${file}')))"`;
  const { asked, results } = await runCommands(
    [read('deploy.txt'), read('notes.txt'), read('other.txt'), 'cat plain.txt'],
    {
      answers: ['denied'],
      prepare: (workspace) => {
        const write = (name: string, text: string): void => {
          writeFileSync(join(workspace, name), text);
        };
        write('server.pem', 'canary');
        linkSync(join(workspace, 'server.pem'), join(workspace, 'deploy.txt'));
        write('notes.txt', 'canary');
        linkSync(join(workspace, 'notes.txt'), join(workspace, 'other.txt'));
        write('.bowlineignore', 'notes.txt\n');
        write('plain.txt', 'seen');
      },
    },
  );
  expect(JSON.stringify([asked, results])).not.toContain('canary');
  expect(results.at(-1)).toEqual(['ok', 'seen']);
});

test('a tracked file with a name for keys looks unchanged to Git', async () => {
  const { results } = await runCommands(['git status --porcelain && node -e "1"'], {
    answers: ['denied'],
    prepare: (workspace) => {
      const git = (...args: readonly string[]): void => {
        execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: workspace });
      };
      writeFileSync(join(workspace, '.npmrc'), 'save-exact=true\n');
      git('init', '-q');
      git('add', '-f', '.npmrc');
      git('commit', '-qm', 'first');
    },
  });
  expect(results).toEqual([['ok', '(no output)']]);
});

test('a background server is reachable from this machine', async () => {
  const bench = openSdkBench();
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  writeFileSync(
    join(bench.workspace, 'serve.mjs'),
    `import http from 'node:http';http.createServer((_, res) => res.end('served')).listen(${port}, '127.0.0.1')`,
  );
  const asked: ConfirmationRequest[] = [];
  const bowline = await bench.open(
    scriptedModel([bash('node serve.mjs', { is_background: true, delay_ms: 1000 }), step.text('done')]),
    {
      trust: { isTrusted: true },
      onConfirmation: (request) => {
        asked.push(request);
        return 'once';
      },
    },
  );
  await bowline.ask('go');
  expect(asked.map(({ profile }) => profile)).toEqual(['work']);
  await expect
    .poll(async () => await fetch(`http://127.0.0.1:${port}/`).then((response) => response.text(), String), {
      timeout: 10_000,
    })
    .toBe('served');
});

test('a command that needs the network beyond known hosts needs approval to run outside the sandbox', async () => {
  const { asked } = await runCommands(['git push'], { answers: ['denied'] });
  expect(asked).toMatchObject([{ title: 'Run this command?', profile: 'open' }]);
});

test('a command that fails without saying that access is missing needs approval when the model requests the access', async () => {
  const quiet = `node -e "try { fs.writeFileSync('x', '1') } catch { process.exit(3) }"`;
  const first = await runCommands([quiet], { answers: ['once'] });
  expect([first.asked, first.results[0]?.[1]]).toEqual([
    [],
    expect.stringContaining('call it again with needs: "workspace"'),
  ]);
  const again = await runCommands([quiet], { answers: ['once'], more: { needs: 'workspace' } });
  expect(again.asked.map(({ profile }) => profile)).toEqual(['work']);
  expect(readFileSync(again.file('x'), 'utf8')).toBe('1');
});

test('without a sandbox a command needs approval and then runs as usual', async () => {
  const { asked, results, file } = await runCommands([WRITE], { answers: ['once'], sandbox: { mode: 'off' } });
  expect(asked.map(({ title, profile }) => [title, profile])).toEqual([['Run this command?', undefined]]);
  expect(results).toEqual([['ok', 'ran']]);
  expect(existsSync(file('x'))).toBe(true);
});

test('in yolo mode nothing is confined, unless the sandbox is required', async () => {
  const outside = 'touch ../outside';
  const free = await runCommands([outside], { approval: { mode: 'yolo' } });
  expect(existsSync(join(free.bench.workspace, '../outside'))).toBe(true);
  const held = await runCommands([outside], { approval: { mode: 'yolo' }, sandbox: { mode: 'required' } });
  expect(existsSync(join(held.bench.workspace, '../outside'))).toBe(false);
});

test('a commit has the author from the settings of the user, which the command cannot read', async () => {
  const { results } = await runCommands(
    ['git init -q && git commit -q --allow-empty -m x && git log --format="%an <%ae>"'],
    {
      answers: ['once'],
      prepare: (workspace) => {
        const home = join(workspace, '../home');
        mkdirSync(home, { recursive: true });
        writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = A Person\n\temail = a@example.com\n');
      },
    },
  );
  expect(results).toEqual([['ok', 'A Person <a@example.com>']]);
});

test('a command that reaches a limit is told which, and its processes are in a cgroup if available', async () => {
  const { results, bench } = await runCommands([HUGE], { answers: ['denied'] });
  expect(results).toEqual([
    ['ok', expect.stringContaining('File size limit: a sandboxed command can write at most 16 GB')],
  ]);
  const places = detectCgroups();
  const groups = places.map(({ parent }) => readdirSync(parent).map((name) => join(parent, name, 'cgroup.procs')));
  const commandOf = (pid: string): string =>
    existsSync(`/proc/${pid}`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : '';
  const isOurs = (file: string): boolean =>
    file.includes('/bowline-') &&
    existsSync(file) &&
    readFileSync(file, 'utf8')
      .split('\n')
      .some((pid) => pid !== '' && commandOf(pid).includes(dirname(bench.workspace)));
  expect(groups.map((files) => files.filter(isOurs).length)).toEqual(places.map(() => 1));
});

test.each([
  ['mkdir -p .git/rebase-merge', 'Git has an unfinished rebase now (.git/rebase-merge).'],
  ['git init -q b && git -C b config core.fsmonitor ./x', 'Settings or hooks of Git were changed (b/.git/config).'],
  [
    'git init -q lib && git -C lib commit -q --allow-empty -m x && git add lib 2>/dev/null',
    "Git's index has a new repository in it (lib).",
  ],
])('%s: the result reports changes in Git that can run programs later', async (command, told) => {
  const { results } = await runCommands([command, 'git status --short'], {
    answers: ['once', 'once', 'once'],
    prepare: (workspace) => {
      execFileSync('git', ['init', '-q', workspace]);
      mkdirSync(join(workspace, '../home'), { recursive: true });
      writeFileSync(join(workspace, '../home/.gitconfig'), '[user]\n\tname = A\n\temail = a@example.com\n');
    },
  });
  expect(results[0]).toEqual(['ok', expect.stringContaining(`bowline: ${told}`)]);
  expect(results[1]?.[1]).not.toContain('bowline:');
});

/** A link to another folder cannot be protected while a command changes the workspace. */
function linkGit(workspace: string): void {
  execFileSync('git', ['init', '-q'], { cwd: workspace });
  renameSync(join(workspace, '.git'), join(workspace, '../git'));
  symlinkSync('../git', join(workspace, '.git'));
}

test('a command that cannot be confined needs approval to run outside the sandbox, with the reason', async () => {
  const { asked, results, file } = await runCommands(['touch x && echo ran', 'touch x && echo ran'], {
    answers: ['once', 'once', 'denied'],
    prepare: linkGit,
  });
  expect(asked.map(({ title, profile }) => [title, profile])).toEqual([
    ['Run this command?', 'work'],
    ['Run this command outside the sandbox?', 'open'],
    ['Run this command?', 'open'],
  ]);
  expect(asked[1]?.findings.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^it cannot run in the sandbox: .*\/\.git is a link/),
  ]);
  expect(results.map(([type]) => type)).toEqual(['ok', 'denied']);
  expect([results[0]?.[1], existsSync(file('x'))]).toEqual(['ran', true]);
});

test('if the sandbox is required, a command that cannot be confined does not run, and the result says why', async () => {
  const { asked, results, file } = await runCommands(['touch x'], {
    answers: ['once', 'once'],
    prepare: linkGit,
    sandbox: { mode: 'required' },
  });
  expect(asked.map(({ profile }) => profile)).toEqual(['work']);
  expect(results).toEqual([
    [
      'sandbox_refused',
      expect.stringMatching(
        /\.git is a link[^]*It was not run: security\.sandbox is "required"\. Set it to "auto" to be asked/,
      ),
    ],
  ]);
  expect(existsSync(file('x'))).toBe(false);
});

test('named pipes in place of Git files block neither this command nor the next', async () => {
  const pipes = ['.git/index', 'b/.git/config', '.git/BISECT_LOG'];
  const plant = ['mkdir -p b/.git', ...pipes.map((path) => `rm -f ${path} && mkfifo ${path}`)].join(' && ');
  const { results } = await runCommands([plant, 'mkdir c'], {
    answers: ['once', 'once'],
    prepare: (workspace) => {
      execFileSync('git', ['init', '-q', workspace]);
    },
  });
  expect(results.map(([type]) => type)).toEqual(['ok', 'ok']);
});

test('a trusted folder cannot let its commands out of the sandbox or give them access to the settings of the user', async () => {
  const settings = {
    tools: { allowed: ['run_shell_command'] },
    context: { includeDirectories: ['../home/.ssh', '../home'] },
  };
  const { asked, results } = await runCommands(['node out.cjs', 'git push; node -e "1"'], {
    answers: ['denied', 'denied'],
    prepare: (workspace) => {
      for (const folder of ['.gemini/policies', '../home/.ssh'])
        mkdirSync(join(workspace, folder), { recursive: true });
      const rule = 'toolName = "run_shell_command"\ndecision = "allow"\npriority = 999\nsandbox = "open"';
      writeFileSync(join(workspace, '.gemini/policies/a.toml'), `[[rule]]\n${rule}\n`);
      writeFileSync(join(workspace, '.gemini/settings.json'), JSON.stringify(settings));
      writeFileSync(join(workspace, 'out.cjs'), `require('node:fs').writeFileSync('/usr/bowline-outside', '')`);
    },
  });
  expect(asked.map(({ profile }) => profile)).toEqual(['open', 'open']);
  expect(results.map(([type]) => type)).toEqual(['sandbox_refused', 'denied']);
  expect(existsSync('/usr/bowline-outside')).toBe(false);
});
