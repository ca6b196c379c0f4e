import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answer, type ScriptedStep } from '@bowline/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { openBench, type Bench } from './run-bowline.ts';

const write = (name: string): ScriptedStep =>
  answer.calls({ name: 'write_file', args: { file_path: name, content: 'x' } });
const shell = (command: string): ScriptedStep => answer.calls({ name: 'run_shell_command', args: { command } });

async function open(...steps: readonly ScriptedStep[]): Promise<Bench> {
  const bench = await openBench(...steps);
  onTestFinished(bench.close);
  return bench;
}

test('suspend: the run ends with its own exit code, the approval stays pending, and any terminal can answer it', async () => {
  const bench = await open(write('a.txt'), answer.text('Written.'));
  const suspended = await bench.run(['-p', 'go', '--on-confirm', 'suspend', '--session-id', 's1']);
  expect(suspended.code).toBe(62);
  expect(suspended.stdout).toBe('');
  expect(suspended.stderr).toMatch(/session s1 needs approval\n.*Write a\.txt\?\n.*\n {2}bowline approve s1\n/);
  const pending = await bench.run(['pending']);
  expect(pending.stdout).toMatch(/^s1 {2}.*\n.*Write a\.txt\?\n.*a\.txt: new file, 1 line\n.*\+ x/);
  expect(pending.stdout).toContain('default mode asks before edits');
  expect(existsSync(join(bench.workspace, 'a.txt'))).toBe(false);
  const approved = await bench.run(['approve', 's1']);
  expect(approved).toMatchObject({ code: 0, stdout: 'Written.\n' });
  expect(readFileSync(join(bench.workspace, 'a.txt'), 'utf8')).toBe('x');
  expect((await bench.run(['pending'])).stderr).toContain('No pending approvals');
  expect((await bench.run(['approve', 's1'])).code).not.toBe(0);
});

test.each([
  ['json', (out: string) => JSON.parse(out) as Record<string, unknown>],
  ['stream-json', (out: string) => JSON.parse(out.trim().split('\n').at(-1) ?? '') as Record<string, unknown>],
])('suspended, %s has the session and the pending approval', async (format, read) => {
  const bench = await open(write('a.txt'));
  const { code, stdout } = await bench.run(['-p', 'go', '--on-confirm', 'suspend', '--session-id', 's1', '-o', format]);
  expect(code).toBe(62);
  expect(read(stdout)).toMatchObject({ session_id: 's1', pending: [{ tool: 'write_file' }] });
});

test('a later run without a terminal keeps the pending approval and does not send its message', async () => {
  const bench = await open(write('a.txt'), answer.text('Written.'));
  await bench.run(['-p', 'go', '--on-confirm', 'suspend', '--session-id', 's1']);
  const later = await bench.run(['-p', 'new message', '--resume', 's1']);
  expect(later.code).toBe(62);
  expect(later.stderr).toContain('bowline approve s1');
  expect((await bench.run(['approve', 's1'])).stdout).toContain('Written.');
});

test('a suspended run lists each pending approval with its command or file', async () => {
  const both = answer.calls(
    { name: 'run_shell_command', args: { command: 'touch a && touch b' } },
    { name: 'write_file', args: { file_path: 'c.txt', content: 'x' } },
  );
  const bench = await open(both);
  const { stderr } = await bench.run(['-p', 'go', '--on-confirm', 'suspend']);
  expect(stderr).toMatch(
    /\n {2}\S+ {2}Run this command\? {2}touch a && touch b\n {6}Runs .*\n {2}\S+ {2}Write c\.txt\?\n/,
  );
});

test.each([
  [
    'auto',
    /Runs (?:in the sandbox: it can change the workspace and reach registry\.npmjs\.org only|without a sandbox)/,
  ],
  ['off', /Runs without a sandbox, with all your rights: .*--sandbox=auto turns it on\./],
])(
  'every list of approvals says where a command would run and what it could reach, with the sandbox %s',
  async (sandbox, place) => {
    const both = answer.calls(
      { name: 'run_shell_command', args: { command: 'npm ci' } },
      { name: 'write_file', args: { file_path: 'c.txt', content: 'x' } },
    );
    const bench = await open(both);
    const suspend = ['--on-confirm', 'suspend', '--session-id', 's1', `--sandbox=${sandbox}`, '--trust'];
    expect((await bench.run(['-p', 'go', ...suspend])).stderr).toMatch(place);
    expect((await bench.run(['approve', 's1'])).stderr).toMatch(place);
    expect((await bench.run(['pending'])).stdout).toMatch(place);
  },
);

/** The printed commands, split like in a shell. */
const printedHints = (text: string): readonly (readonly string[])[] =>
  [...text.matchAll(/^ +bowline (approve .*)$/gm)].map(([, line = '']) =>
    (line.match(/'[^']*'|[^\s']+/g) ?? []).map((word) => word.replaceAll("'", '')),
  );

test('two pending approvals are listed with their ids, and each printed hint answers its own', async () => {
  const both = answer.calls(
    { name: 'write_file', args: { file_path: 'a.txt', content: 'x' } },
    { name: 'write_file', args: { file_path: 'b.txt', content: 'x' } },
  );
  const bench = await open(both, answer.text('Written.'));
  const { stderr: suspended } = await bench.run(['-p', 'go', '--on-confirm', 'suspend', '--session-id', 's1']);
  const hints = printedHints(suspended);
  expect(hints).toHaveLength(3);
  const listed = await bench.run(['approve', 's1']);
  expect(listed.code).toBe(42);
  expect(listed.stderr).toMatch(/2 approvals pending:\n.*Write a\.txt\?[^]*Write b\.txt\?/);
  expect(printedHints(listed.stderr)).toEqual(hints);
  expect(printedHints((await bench.run(['pending'])).stdout)).toEqual(hints);
  const [first = [], second = []] = hints;
  expect((await bench.run(first)).code).toBe(62);
  expect(existsSync(join(bench.workspace, 'a.txt'))).toBe(true);
  expect(existsSync(join(bench.workspace, 'b.txt'))).toBe(false);
  expect(await bench.run(second)).toMatchObject({ code: 0, stdout: 'Written.\n' });
  expect(existsSync(join(bench.workspace, 'b.txt'))).toBe(true);
});

test('the hint for a choice or a text question works as printed', async () => {
  const ask = answer.calls({
    name: 'ask_user',
    args: {
      questions: [
        {
          header: 'Color',
          question: 'Which color?',
          type: 'choice',
          options: [{ label: 'red' }, { label: 'dark blue' }],
        },
        { header: 'Name', question: 'Which name?', type: 'text' },
      ],
    },
  });
  const bench = await open(ask, answer.text('Thanks.'));
  const { stderr } = await bench.run(['-p', 'go', '--on-confirm', 'suspend', '--session-id', 's1']);
  const [first = [], second = []] = printedHints(stderr);
  expect((await bench.run(first)).code).toBe(62);
  expect(await bench.run(second)).toMatchObject({ code: 0, stdout: 'Thanks.\n' });
});

test('a denial is sent to the model with its reason', async () => {
  const bench = await open(write('a.txt'), answer.text('Then not.'));
  await bench.run(['-p', 'go', '--on-confirm', 'suspend', '--session-id', 's1']);
  const denied = await bench.run(['approve', 's1', '--deny', 'use b.txt']);
  expect(denied).toMatchObject({ code: 0, stdout: 'Then not.\n' });
  expect(denied.stderr).toContain('Denied write_file (a.txt): You denied this: use b.txt.\n');
  expect(JSON.stringify(bench.server.requests[1]?.body)).toContain('the user denied this call: use b.txt');
});

test.each([
  [['--choose', 'n']],
  [['--text', 'no']],
  [['--choose', 'denied', '--all']],
  [['--always', '--session']],
  [['--always', '--deny', 'no']],
  [['--choose', 'a', '--text', 'b']],
])('an answer for another request, %j, answers nothing', async (options) => {
  const bench = await open(write('a.txt'), answer.text('Written.'));
  await bench.run(['-p', 'go', '--on-confirm', 'suspend', '--session-id', 's1']);
  const { code, stderr } = await bench.run(['approve', 's1', ...options]);
  expect(code).toBe(42);
  expect(stderr).toMatch(/to allow it once|Remove one of them/);
  expect(existsSync(join(bench.workspace, 'a.txt'))).toBe(false);
  expect((await bench.run(['pending'])).stdout).toContain('Write a.txt?');
});

test('approve without a session shows the pending approval, and answers it if it is the only one and an answer is given', async () => {
  const bench = await open(write('a.txt'), answer.text('Then not.'));
  expect(await bench.run(['approve'])).toMatchObject({
    code: 42,
    stderr: expect.stringContaining('No pending approvals') as string,
  });
  await bench.run(['-p', 'go', '--on-confirm', 'suspend', '--session-id', 's1']);
  const shown = await bench.run(['approve']);
  expect(shown.code).toBe(42);
  expect(shown.stderr).toMatch(/Write a\.txt\?[^]*\n {2}bowline approve s1\n/);
  expect(existsSync(join(bench.workspace, 'a.txt'))).toBe(false);
  expect(await bench.run(['approve', '--deny', 'no'])).toMatchObject({ code: 0, stdout: 'Then not.\n' });
});

test('fail ends at the first approval; deny tells the model', async () => {
  const bench = await open(write('a.txt'), write('a.txt'), answer.text('I may not.'));
  const failed = await bench.run(['-p', 'go', '--on-confirm', 'fail', '-o', 'json']);
  expect(failed.code).toBe(1);
  expect(JSON.parse(failed.stdout)).toMatchObject({ error: { type: 'CONFIRMATION_REQUIRED' } });
  expect(await bench.run(['-p', 'go', '--on-confirm', 'deny'])).toMatchObject({ code: 0, stdout: 'I may not.\n' });
});

test('read-only commands run without approval, others do not', async () => {
  const bench = await open(shell('ls -la && wc -l *'), shell('touch x'), answer.text('done'));
  await bench.run(['-p', 'go']);
  const told = JSON.stringify(bench.server.requests[2]?.body);
  expect(told).toContain('this run cannot ask');
  expect(existsSync(join(bench.workspace, 'x'))).toBe(false);
});

test('policy explain names the verdict, the rule with its location, and other matching rules', async () => {
  const bench = await open();
  const rules = join(bench.workspace, 'rules.toml');
  writeFileSync(
    rules,
    '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "git push"\ndecision = "deny"\npriority = 100\n',
  );
  const { stdout } = await bench.run([
    'policy',
    'explain',
    '--policy',
    rules,
    '--',
    'run_shell_command',
    'git push --force',
  ]);
  expect(stdout).toMatch(/^deny: .*rules\.toml:1\n/);
  expect(stdout).toContain('also matched:');
  const cases = join(bench.workspace, 'cases.toml');
  writeFileSync(
    cases,
    '[[case]]\ncommand = "git push"\nexpect = "deny"\n\n[[case]]\ncommand = "ls"\nexpect = "deny"\n',
  );
  const tested = await bench.run(['policy', 'test', cases, '--policy', rules]);
  expect(tested.code).toBe(1);
  expect(tested.stdout).toMatch(
    /ok .*git push[\s\S]*FAILED .*cases\.toml:5 .*allow, expected deny[\s\S]*1 passed, 1 failed/,
  );
});

test.each([
  ['cat .env', 'default'],
  ['ls -la', 'default'],
  ['touch x', 'auto_edit'],
  ['write_file package.json', 'auto_edit'],
  ['write_file src/a.ts', 'auto_edit'],
  ['write_file ../x', 'yolo'],
  ['write_file .git/hooks/pre-commit', 'yolo'],
  ['read_file .env', 'default'],
])('policy explain predicts the decision about %s in %s mode, including safety checks', async (what, mode) => {
  const [tool = '', file_path = ''] = what.split(' ');
  const isFile = tool.includes('_file');
  const args = isFile ? { file_path, content: 'x' } : { command: what };
  const name = isFile ? tool : 'run_shell_command';
  const bench = await open(answer.calls({ name, args }), answer.text('done'));
  writeFileSync(join(bench.workspace, '.env'), 'TOKEN=1');
  const options = ['--mode', mode, '--trust', '--headless', '--', name, JSON.stringify(args)];
  const { stdout } = await bench.run(['policy', 'explain', ...options]);
  const run = await bench.run(['-p', 'go', '--trust', '--approval-mode', mode, '-o', 'events']);
  const decided = /this run cannot ask|is not allowed/.test(run.stdout) ? 'deny' : 'allow';
  expect(stdout.split(':')[0]).toBe(decided);
});

test.each([
  ['git log', 'default', /sandbox: observe, without approval; you are asked if it needs more\. /],
  ['npm test', 'default', /sandbox: observe, without approval/],
  ['git log', 'plan', /sandbox: observe, because plan mode changes nothing/],
  ['mkdir x', 'default', /sandbox: work, if you allow it\. .*can change the workspace, but not use the network/],
  ['docker ps', 'default', /sandbox: open, if you allow it, because it needs more .*outside the sandbox/],
  ['npm test', 'yolo', /sandbox: open, because yolo mode does not use the sandbox/],
])('policy explain says where %s runs in %s mode, and why', async (command, mode, place) => {
  const bench = await open();
  const { stdout } = await bench.run([
    'policy',
    'explain',
    '--trust',
    '--mode',
    mode,
    '--',
    'run_shell_command',
    command,
  ]);
  expect(stdout).toMatch(stdout.includes('sandbox: not available') ? /with all your permissions/ : place);
});

test('policy explain names the check that needs approval where the rules alone would allow', async () => {
  const bench = await open();
  const call = ['write_file', '{"file_path":"package.json","content":"{}"}'];
  const { stdout } = await bench.run(['policy', 'explain', '--mode', 'auto_edit', '--', ...call]);
  expect(stdout).toMatch(
    /^ask: writes package\.json: a file that building, testing or installing runs\n {2}by rules alone: allow/,
  );
  expect(stdout).toContain('  check: writes package.json: a file that building, testing or installing runs (danger)');
});

test('an invalid policy file allows nothing, and the error has its location', async () => {
  const bench = await open(shell('ls'), answer.text('done'));
  const rules = join(bench.workspace, 'rules.toml');
  writeFileSync(rules, '[[rule]]\ntoolName = "glob"\ndecison = "allow"\npriority = 1\n');
  const { stderr } = await bench.run(['-p', 'go', '--policy', rules]);
  expect(stderr).toMatch(/rules\.toml:\d+: /);
  expect(JSON.stringify(bench.server.requests[1]?.body)).toContain('rules.toml');
});

test('a session continues in the folder where it started, wherever it is answered', async () => {
  const bench = await open(write('a.txt'), answer.text('Written.'));
  await bench.run(['-p', 'go', '--on-confirm', 'suspend', '--session-id', 's1']);
  const elsewhere = join(bench.home, 'elsewhere');
  mkdirSync(elsewhere);
  expect((await bench.run(['approve', 's1'], { cwd: elsewhere })).code).toBe(0);
  expect(existsSync(join(bench.workspace, 'a.txt'))).toBe(true);
  expect(existsSync(join(elsewhere, 'a.txt'))).toBe(false);
});

test('a blank prompt is rejected before any request', async () => {
  const bench = await open();
  expect((await bench.run(['-p', '   '])).code).toBe(42);
  expect(bench.server.requests).toEqual([]);
});
