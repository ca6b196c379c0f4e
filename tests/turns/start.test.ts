import type { Decision } from '@bowline/runtime';
import { answer as step } from '@bowline/testkit';
import { defineTool, succeed, type ToolScope } from '@bowline/tools';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { openStage } from './play.ts';

const start = { words: ['cat', 'a b'], onlyReads: true };

function shell(): { readonly tool: ReturnType<typeof defineTool>; readonly starts: ToolScope['start'][] } {
  const starts: ToolScope['start'][] = [];
  const tool = defineTool({
    name: 'shell',
    description: 'starts',
    effect: 'execute',
    input: z.object({ command: z.string() }),
    run: async (_, scope) => {
      starts.push(scope.start);
      return succeed('ran');
    },
  });
  return { tool, starts };
}

const call = step.calls({ name: 'shell', args: { command: "cat 'a b'" } });

test('a command allowed without approval starts from the parsed words in its decision, as recorded in the log', async () => {
  const { tool, starts } = shell();
  const decide = async (): Promise<Decision> => ({ verdict: 'allow', start });
  const stage = await openStage([call, step.text('done')], { tools: [tool], decide });
  await stage.say('go');
  await stage.until('agent_end');
  expect(starts).toEqual([start]);
  const log = await stage.store.open('s1', { owner: { pid: 1, host: 'h', name: 'other' }, takeover: true });
  const decided = [];
  for await (const record of log.read()) if (record.type === 'tool_decided') decided.push(record.body.start);
  expect(decided).toEqual([start]);
});

test('a command that the user approved starts from its original text', async () => {
  const { tool, starts } = shell();
  const stage = await openStage([call, step.text('done')], {
    tools: [tool],
    decide: async () => ({ verdict: 'ask', start }),
  });
  await stage.say('go');
  await stage.answer(await stage.asked('shell'), { outcome: 'once' });
  await stage.until('agent_end');
  expect(starts).toEqual([undefined]);
});
