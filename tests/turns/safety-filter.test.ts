import { BasePlugin, type LlmResponse } from '@google/adk';
import { defineTool, succeed } from '@bowline/tools';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { openStage, step, type StageOptions } from './play.ts';

const SECRET = 'hunter2-hunter2';
const tags = '\u{E0068}\u{E0069}';

const screen = {
  strip: (text: string) => text.replace(/[\u{E0000}-\u{E007F}\u202A-\u202E]/gu, ''),
  redact: (text: string) => text.replaceAll(SECRET, '[redacted]'),
};

function seams(...plugins: BasePlugin[]): NonNullable<StageOptions['seams']> {
  let id = 0;
  return { plugins, newId: () => `id${(id += 1)}`, onFault: () => {} };
}

const poisoned = defineTool({
  name: 'read',
  description: 'Reads',
  effect: 'read',
  input: z.object({}),
  run: async () => succeed(`key: ${SECRET}${tags}`),
});

test('the model sees neither secrets nor hidden text, and the user sees no hidden text of the model', async () => {
  const stage = await openStage(
    [step.calls({ name: 'read', args: {} }), step.text(`do${tags}`, `ne \u202Eit: ${SECRET}`), step.text('bye')],
    { tools: [poisoned], screen, instruction: () => `You are a test.${tags}` },
  );
  expect(await stage.play(`go${tags}`)).toEqual([
    'agent_start',
    `user: go${tags}`,
    'session_update scripted',
    'warning SCREENED',
    'warning SCREENED',
    'usage scripted 10/2',
    '-> read {}',
    `<- read key: ${SECRET}${tags}`,
    '~ do',
    '~ ne it: [redacted]',
    'warning SCREENED',
    'warning SCREENED',
    'warning SCREENED',
    'warning SCREENED',
    'agent: done it: [redacted]',
    'usage scripted 10/2',
    'agent_end completed',
  ]);
  await stage.play('again');
  expect(stage.model.left).toBe(0);

  const [, , last] = stage.model.requests;
  const sent = JSON.stringify(last);
  expect(sent).not.toContain(SECRET);
  expect(sent).not.toMatch(/[\u{E0000}-\u{E007F}\u202A-\u202E]/u);
  expect(last?.contents.map(({ parts = [] }) => parts[0])).toMatchObject([
    { text: 'go' },
    { functionCall: { name: 'read' } },
    { functionResponse: { name: 'read', response: { output: 'key: [redacted]' } } },
    { text: 'done it: [redacted]' },
    { text: 'again' },
  ]);
});

test('a plugin sees the answer as the model gave it, and does not affect the recorded one', async () => {
  const heard: (string | undefined)[] = [];
  class Listening extends BasePlugin {
    override async afterModelCallback({ llmResponse }: { llmResponse: LlmResponse }): Promise<undefined> {
      if (llmResponse.partial !== true) heard.push(llmResponse.content?.parts?.[0]?.text);
      return undefined;
    }
  }
  const stage = await openStage([step.text(`done${tags}`)], {
    screen,
    seams: seams(new Listening('listening')),
  });
  expect(await stage.play('go')).toContain('agent: done');
  expect(heard).toEqual([`done${tags}`]);
});

test('a text that cannot be screened is not sent', async () => {
  const broken = (): string => {
    throw new TypeError('out of order');
  };
  const stage = await openStage([step.text('never')], { screen: { ...screen, strip: broken } });
  expect(await stage.play('go')).toEqual([
    'agent_start',
    'user: go',
    'session_update scripted',
    'error INTERNAL',
    'agent_end failed',
  ]);
  expect(stage.model.requests).toEqual([]);
});
