import { defineTool, succeed } from '@bowline/tools';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { openStage, step } from './play.ts';
import { textOf } from './view-model.ts';

const look = defineTool({
  name: 'look',
  description: 'Looks at a file',
  effect: 'read',
  input: z.object({ file_path: z.string() }),
  run: async ({ file_path }) => succeed(`seen ${file_path}`),
});
const call = (file_path: string): { name: string; args: { file_path: string } } => ({
  name: 'look',
  args: { file_path },
});

/** The instructions of `deep/`, unless they were shown before. */
const memoryFor = async (
  paths: readonly string[],
  loaded: readonly string[],
): Promise<{ path: string; text: string }[]> =>
  paths.some((path) => path.startsWith('/workspace/deep/')) && !loaded.includes('/workspace/deep/AGENTS.md')
    ? [{ path: '/workspace/deep/AGENTS.md', text: 'Here tabs are used.' }]
    : [];

test('instructions for agents in a folder are shown once, after the results, when a call touches the folder', async () => {
  const stage = await openStage(
    [
      step.calls(call('top.txt')),
      step.calls(call('deep/a.txt'), call('deep/b.txt')),
      step.calls(call('deep/c.txt')),
      step.text('done'),
    ],
    { tools: [look], memoryFor },
  );
  const lines = await stage.play('go');
  expect(lines.filter((line) => line === 'info MEMORY_LOADED')).toHaveLength(1);
  const shown = stage.model.requests.map(({ contents }) => textOf(contents).split('Here tabs are used.').length - 1);
  expect(shown).toEqual([0, 0, 1, 1]);
  const third = stage.model.requests[2]?.contents ?? [];
  expect(textOf(third.slice(-1))).toContain('Instructions from /workspace/deep/AGENTS.md');
  expect(textOf(third.slice(-2, -1))).toContain('seen deep/b.txt');
});

test('unreadable instructions fail no call', async () => {
  const stage = await openStage([step.calls(call('deep/a.txt')), step.text('done')], {
    tools: [look],
    memoryFor: async () => {
      throw new Error('not readable');
    },
  });
  expect((await stage.play('go')).at(-1)).toBe('agent_end completed');
});
