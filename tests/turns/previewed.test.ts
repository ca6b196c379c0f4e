import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scriptedModel } from '@bowline/testkit';
import type { AgentEvent } from '@bowline/protocol';
import { expect, test, vi } from 'vitest';
import type { ConfirmationReply, ConfirmationRequest } from '../../packages/sdk/src/confirmations.ts';
import { openSdkBench } from './open-sdk.ts';
import { step } from './play.ts';
import { bash, runCommands } from './run-commands.ts';

/** Whether the command of the last test runs anywhere. */
const isRunning = (): boolean => spawnSync('/bin/sh', ['-c', "pgrep -f '^sleep 77791$'"]).status === 0;
const before = { approval: { preview: true } };

test('with approval.preview, an approval of a command shows what it changed in a copy, and can apply that', async () => {
  const bench = openSdkBench();
  const seen: unknown[] = [];
  const onConfirmation = (request: ConfirmationRequest): ConfirmationReply => {
    const { preview } = request;
    seen.push([preview?.files.map(({ path }) => path), preview?.diffs[0], existsSync(join(bench.workspace, 'stamp'))]);
    return { outcome: 'once', ...(preview === undefined ? {} : { preview: preview.previewId }) };
  };
  const model = scriptedModel([bash('date +%N > stamp; echo two >> a.txt'), step.text('done')]);
  writeFileSync(join(bench.workspace, 'a.txt'), 'one\n');
  const bowline = await bench.open(model, { ...before, trust: { isTrusted: true }, onConfirmation });
  await bowline.ask('go');
  const diff = { type: 'diff', path: 'a.txt', before: 'one\n', after: 'one\ntwo\n' };
  expect(seen).toEqual([[['a.txt', 'stamp'], diff, false]]);
  expect(readFileSync(join(bench.workspace, 'a.txt'), 'utf8')).toBe('one\ntwo\n');
});

test('without it, nothing runs before the approval', async () => {
  const { asked } = await runCommands(['echo two >> a.txt'], { answers: ['denied'] });
  expect(asked.map(({ canPreview, preview }) => [canPreview, preview])).toEqual([[true, undefined]]);
});

test('what cannot be previewed is asked about all the same, and says why', async () => {
  const { asked } = await runCommands(['curl -sS https://example.com/x > page; setsid sleep 999 &'], {
    ...before,
    answers: ['denied'],
  });
  expect(asked[0]?.preview?.limits.join(' ')).toMatch(/example\.com.*left 1 process running/);
  const background = await runCommands(['touch x'], { ...before, answers: ['denied'], more: { is_background: true } });
  expect(background.asked.map(({ preview }) => preview)).toEqual([undefined]);
});

test('abort ends a command that runs in a copy, at once and with all that it started', async () => {
  const bench = openSdkBench();
  const bowline = await bench.open(scriptedModel([bash('touch started; sleep 77791')]), {
    ...before,
    trust: { isTrusted: true },
    onConfirmation: () => 'denied',
  });
  const events: AgentEvent[] = [];
  bowline.session.subscribe((event) => events.push(event));
  const asked = bowline.ask('go').catch(() => undefined);
  await vi.waitFor(
    () => {
      expect(isRunning()).toBe(true);
    },
    { timeout: 20_000 },
  );
  const began = performance.now();
  await bowline.session.abort();
  await asked;
  expect(performance.now() - began).toBeLessThan(5000);
  expect(events.some(({ type }) => type === 'input_request')).toBe(false);
  await vi.waitFor(() => {
    expect(isRunning()).toBe(false);
  });
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'progress', label: expect.stringMatching(/^Preview/) as string }),
  );
  expect(existsSync(join(bench.workspace, 'started'))).toBe(false);
});
