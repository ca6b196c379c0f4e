import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answer, scriptedModel, type ScriptedStep } from '@bowline/testkit';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openSession, type Answer, type SessionOptions } from './main.ts';

/** Runs a prompt as a user with these settings. */
async function askWith(
  settings: object,
  steps: readonly ScriptedStep[],
  options: SessionOptions = {},
): Promise<Answer> {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-restrictions-'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });
  const home = join(folder, '.bowline');
  mkdirSync(home);
  writeFileSync(join(home, 'settings.json'), JSON.stringify(settings));
  vi.stubEnv('HOME', folder);
  vi.stubEnv('BOWLINE_HOME', home);
  const workspace = join(folder, 'work');
  mkdirSync(workspace);
  const client = scriptedModel(steps);
  await using bowline = await openSession({
    workspace,
    client,
    sandbox: { mode: 'off' },
    approval: { mode: 'auto_edit' },
    ...options,
  });
  return await bowline.ask('go');
}

const write = answer.calls({ name: 'write_file', args: { file_path: 'a.txt', content: 'x' } });

test('the user can disable yolo mode', async () => {
  await expect(
    askWith({ security: { disableYoloMode: true } }, [], { approval: { mode: 'yolo' } }),
  ).rejects.toMatchObject({
    code: 'SETTINGS_INVALID',
    message: 'Approval mode yolo is disabled',
  });
});

test('tools that the user excluded are denied', async () => {
  const { denied } = await askWith({ tools: { exclude: ['write_file'] } }, [write, answer.text('done')]);
  expect(denied.map(({ tool }) => tool)).toEqual(['write_file']);
});

test('settings that allow more are not applied', async () => {
  const run = answer.calls({ name: 'run_shell_command', args: { command: 'touch b' } });
  const { denied } = await askWith({ tools: { allowed: ['run_shell_command'] } }, [run, answer.text('done')]);
  expect(denied.map(({ tool }) => tool)).toEqual(['run_shell_command']);
});

test('invalid settings about approvals are an error, not ignored', async () => {
  await expect(askWith({ tools: { exclude: 5 } }, [])).rejects.toMatchObject({ code: 'SETTINGS_INVALID' });
});
