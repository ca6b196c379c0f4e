import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answer, type ScriptedStep } from '@bowline/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { openBench, type Bench } from './run-bowline.ts';

const shell = (command: string, more = {}): ScriptedStep =>
  answer.calls({ name: 'run_shell_command', args: { command, ...more } });
const done = answer.text('done');
const suspended = ['-p', 'go', '--on-confirm', 'suspend', '--session-id', 's1'];

async function open(...steps: readonly ScriptedStep[]): Promise<Bench> {
  const bench = await openBench(...steps);
  onTestFinished(bench.close);
  mkdirSync(join(bench.home, 'other'), { recursive: true });
  return bench;
}

/** Allows `touch made` in the workspace, which is trusted, with the scope of the flag. */
async function allow(bench: Bench, flag: string): Promise<void> {
  await bench.run(['trust', 'add']);
  expect((await bench.run(suspended)).code).toBe(62);
  expect((await bench.run(['approve', 's1', flag])).code).toBe(0);
}

const SAVED = '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "touch"\ndecision = "allow"\npriority = 50\n';

test('a grant for the project applies in that folder under any name, and in no other trusted folder', async () => {
  const again = [shell('touch made'), done, shell('touch made'), shell('touch made'), done];
  const bench = await open(shell('touch made'), done, ...again);
  await allow(bench, '--project');
  const linked = join(bench.home, 'linked');
  symlinkSync(bench.workspace, linked);
  expect((await bench.run(['-p', 'again'], { cwd: linked })).stdout).toBe('done\n');
  const other = join(bench.home, 'other');
  await bench.run(['trust', 'add', other]);
  await bench.run(['-p', 'again'], { cwd: other });
  expect(readdirSync(bench.workspace)).toEqual(['made']);
  expect(readdirSync(other)).toEqual([]);
  expect((await bench.run(['policy', 'list'])).stdout).toContain('touch made');
  expect((await bench.run(['policy', 'list'], { cwd: other })).stdout).not.toContain('touch made');
});

test('a grant for always applies in every trusted folder, and in no untrusted one', async () => {
  const bench = await open(shell('touch made'), done, shell('touch made'), done, shell('touch made'), done);
  await allow(bench, '--always');
  const other = join(bench.home, 'other');
  await bench.run(['-p', 'again'], { cwd: other });
  expect(readdirSync(other)).toEqual([]);
  expect((await bench.run(['policy', 'list'], { cwd: other })).stdout).toContain('ignored: ');
  await bench.run(['trust', 'add', other]);
  await bench.run(['-p', 'again'], { cwd: other });
  expect(readdirSync(other)).toEqual(['made']);
});

test('a folder that is no longer trusted has no grants', async () => {
  const bench = await open(shell('touch made'), done);
  await allow(bench, '--project');
  await bench.run(['trust', 'remove']);
  const { stdout } = await bench.run(['policy', 'explain', '--', 'run_shell_command', 'touch made']);
  expect(stdout).toMatch(/^ask: /);
});

test('in an untrusted folder an approval says so, and can only be for the session', async () => {
  const bench = await open(shell('touch made'), done);
  expect((await bench.run(suspended)).code).toBe(62);
  expect((await bench.run(['pending'])).stdout).toContain(
    'You can also allow running exactly `touch made`: --session (not for longer, because this folder is not trusted)',
  );
  for (const flag of ['--project', '--always']) {
    const refused = await bench.run(['approve', 's1', flag]);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain('not trusted');
  }
  expect((await bench.run(['approve', 's1', '--session'])).code).toBe(0);
  expect((await bench.run(['policy', 'grants'])).stdout).toBe('No saved grants\n');
});

test('grants are listed with their scope, folder and date, and removed by number', async () => {
  const steps = [
    shell('npm run build'),
    done,
    answer.calls({ name: 'write_file', args: { file_path: 'a', content: 'x' } }),
  ];
  const bench = await open(...steps, done);
  await allow(bench, '--project');
  await bench.run(['-p', 'go', '--on-confirm', 'suspend', '--session-id', 's2']);
  expect((await bench.run(['pending'])).stdout).toContain(
    `edits to any file in the project: --session, --project (in ${bench.workspace}) or --always (in every trusted folder)`,
  );
  expect((await bench.run(['approve', 's2', '--always'])).code).toBe(0);
  const today = new Date().toISOString().slice(0, 10);
  const { stdout, stderr } = await bench.run(['policy', 'grants']);
  expect(stderr).toBe('To remove one: bowline policy grants remove N\n');
  expect(stdout.split('\n').map((line) => line.replaceAll(/ {2,}/g, ' | '))).toEqual([
    `1 | running \`npm run build\` with any arguments | in ${bench.workspace} | ${today}`,
    `2 | edits to any file in the project | in every trusted folder | ${today}`,
    '',
  ]);
  const listed = JSON.parse((await bench.run(['policy', 'grants', '-o', 'json'])).stdout) as unknown;
  expect(listed).toMatchObject([
    { number: 1, project: bench.workspace },
    { number: 2, project: null },
  ]);
  expect((await bench.run(['policy', 'grants', 'remove', '3'])).code).not.toBe(0);
  expect((await bench.run(['policy', 'grants', 'remove', '1'])).stdout).toBe(
    'Removed: running `npm run build` with any arguments\n',
  );
  expect((await bench.run(['policy', 'grants'])).stdout).toMatch(/^1 +edits/);
  expect((await bench.run(['policy', 'grants', 'remove', '--all'])).code).toBe(0);
  expect((await bench.run(['policy', 'grants'])).stdout).toBe('No saved grants\n');
});

test('grants of an older version apply in trusted folders only, are listed, and are removed without the rest of their file', async () => {
  const bench = await open(shell('touch made'), done, shell('touch made'), done);
  const file = join(bench.home, 'policies', 'auto-saved.toml');
  mkdirSync(join(bench.home, 'policies'));
  writeFileSync(file, `# mine\n${SAVED}\n${SAVED.replace('touch', 'npm test')}`);
  await bench.run(['-p', 'go']);
  expect(readdirSync(bench.workspace)).toEqual([]);
  await bench.run(['trust', 'add']);
  await bench.run(['-p', 'go']);
  expect(readdirSync(bench.workspace)).toEqual(['made']);
  expect((await bench.run(['policy', 'grants'])).stdout).toMatch(
    /^1 +running `touch` with any arguments +in every trusted/,
  );
  await bench.run(['policy', 'grants', 'remove', '1']);
  const { stdout } = await bench.run(['policy', 'list']);
  expect(stdout).toContain('"npm test …"');
  expect(stdout).not.toContain('"touch …"');
});

test('a damaged grant allows nothing, affects nothing else, and can be removed', async () => {
  const bench = await open(shell('touch made'), done, shell('ls'), shell('touch again'), done);
  await allow(bench, '--project');
  const folder = join(bench.home, 'grants');
  const [name = ''] = readdirSync(folder);
  writeFileSync(join(folder, name), SAVED.replace('decision', 'decison'));
  expect((await bench.run(['-p', 'go'])).stdout).toBe('done\n');
  expect(readdirSync(bench.workspace)).toEqual(['made']);
  expect((await bench.run(['policy', 'grants'])).stdout).toContain('is damaged');
  await bench.run(['policy', 'grants', 'remove', '1']);
  expect(readdirSync(folder)).toEqual([]);
});
