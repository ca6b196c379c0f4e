import { writeFileSync } from 'node:fs';
import { answer, type ScriptedStep } from '@bowline/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { openBench, type Bench } from './run-bowline.ts';

async function open(...steps: readonly ScriptedStep[]): Promise<Bench> {
  const bench = await openBench(...steps);
  onTestFinished(bench.close);
  return bench;
}

const write = answer.calls({ name: 'write_file', args: { file_path: 'x.txt', content: 'the-secret' } });
const touch = answer.calls({ name: 'run_shell_command', args: { command: 'touch a\n b' } });

test('each denied call is one line on stderr, with the file or command and the mode that allows it', async () => {
  const bench = await open(write, touch, answer.text('I could not.'));
  const { code, stdout, stderr } = await bench.run(['-p', 'go']);
  expect([code, stdout]).toEqual([0, 'I could not.\n']);
  const lines = stderr.trim().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(
    /^bowline: Denied write_file \(x\.txt\): needs approval.*\. Use --approval-mode auto_edit to allow it\.$/,
  );
  expect(lines[1]).toMatch(
    /^bowline: Denied run_shell_command \(touch a b\): needs approval.*\. Use --approval-mode yolo to allow it\.$/,
  );
  expect(stderr).not.toContain('the-secret');
});

test('the command of a denial is one short line without known keys', async () => {
  const key = 'AIza-a-key-of-this-machine';
  const command = `touch ${key} &&\n  touch ${'x'.repeat(200)}`;
  const bench = await open(answer.calls({ name: 'run_shell_command', args: { command } }), answer.text('no'));
  const { stderr } = await bench.run(['-p', 'go'], { key });
  expect(stderr).toMatch(/Denied run_shell_command \(touch \[redacted\] && touch x+…\): needs approval/);
  expect(/\((touch .*…)\)/.exec(stderr)?.[1]).toHaveLength(101);
  expect(stderr).not.toContain(key);
});

test.each([
  ['commands', touch, 'run_shell_command (touch a b): plan mode does not run commands that change something.'],
  ['edits', write, 'write_file (x.txt): plan mode does not change files.'],
])(
  'in plan mode, denied %s are explained to the user, without the text that is meant for the model',
  async (_what, step, words) => {
    const bench = await open(step, answer.text('no'));
    const { stderr } = await bench.run(['-p', 'go', '--approval-mode', 'plan']);
    expect(stderr).toContain(`bowline: Denied ${words}`);
    expect(stderr).not.toContain('You are in plan mode');
    expect(JSON.stringify(bench.server.requests[1]?.body)).toContain('You are in plan mode');
  },
);

test.each([
  ['auto_edit', write],
  ['yolo', touch],
])('the mode that a denial suggests, %s, allows the call', async (mode, step) => {
  const denied = await open(step, answer.text('no'));
  expect((await denied.run(['-p', 'go'])).stderr).toContain(`Use --approval-mode ${mode} to allow it.`);
  const allowed = await open(step, answer.text('yes'));
  expect(await allowed.run(['-p', 'go', '--approval-mode', mode])).toEqual({ code: 0, stdout: 'yes\n', stderr: '' });
});

test('a denial by a rule that applies in every mode suggests no mode', async () => {
  const bench = await open(touch, answer.text('no'));
  const rules = `${bench.workspace}/rules.toml`;
  writeFileSync(rules, '[[rule]]\ntoolName = "run_shell_command"\ndecision = "deny"\npriority = 100\n');
  const { stderr } = await bench.run(['-p', 'go', '--policy', rules]);
  expect(stderr).toMatch(/Denied run_shell_command \(touch a b\): denied by .*rules\.toml:1\.\n/);
  expect(stderr).not.toContain('--approval-mode');
});

test.each([
  ['json', (out: string) => JSON.parse(out) as Record<string, unknown>],
  ['stream-json', (out: string) => JSON.parse(out.trim().split('\n').at(-1) ?? '') as Record<string, unknown>],
])('%s has denials under permission_denials', async (format, read) => {
  const bench = await open(write, answer.text('no'));
  const result = read((await bench.run(['-p', 'go', '-o', format])).stdout);
  expect(result['permission_denials']).toEqual([
    {
      tool_name: 'write_file',
      tool_id: expect.any(String) as string,
      target: 'x.txt',
      args_sha256: expect.stringMatching(/^[\da-f]{64}$/) as string,
      reason: expect.stringContaining('needs approval') as string,
      allowed_in: 'auto_edit',
    },
  ]);
  expect(JSON.stringify(result)).not.toContain('the-secret');
});

test('a refusal by the model prints its reason once, and is in the JSON', async () => {
  const bench = await open(answer.finish('SAFETY', 'I will'), answer.finish('SAFETY', 'I will'));
  const { code, stderr } = await bench.run(['-p', 'go']);
  expect(code).toBe(60);
  expect(stderr).toBe('bowline: Stopped: the model refused to answer (SAFETY: blocked by its safety filters)\n');
  const { stdout } = await bench.run(['-p', 'go', '-o', 'json']);
  expect(JSON.parse(stdout)).toMatchObject({ error: { type: 'REFUSED' } });
});

test('a reached limit is reported once, in words', async () => {
  const read = answer.calls({ name: 'list_directory', args: { dir_path: '.' } });
  const bench = await open(read, read, read);
  expect(await bench.run(['-p', 'go', '--max-turns', '2'])).toMatchObject({
    code: 53,
    stderr: 'bowline: Stopped: limit of 2 model calls reached (--max-turns)\n',
  });
});

test.each([
  ['--max-tokens', '100', 'tokens'],
  ['--max-cost', '0.0001', '$0.0001'],
])('%s applies before any request', async (flag, value, words) => {
  const bench = await open(answer.text('never'));
  const { code, stderr } = await bench.run(['-p', 'go', flag, value]);
  expect(code).toBe(53);
  expect(stderr).toContain('Stopped: the next request would go over the limit of');
  expect(stderr).toContain(words);
  expect(bench.server.requests).toEqual([]);
});
