import { BasePlugin, type LlmResponse } from '@google/adk';
import { defineTool, succeed } from '@bowline/tools';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { SafetyFilter, type ScreenFinding } from '../../packages/runtime/src/plugins/safety-filter.ts';
import { openStage, step, type StageOptions } from './play.ts';

const SECRET = 'hunter2-hunter2';
const tags = '\u{E0068}\u{E0069}';

function openFilter(): { readonly filter: SafetyFilter; readonly told: ScreenFinding[] } {
  const told: ScreenFinding[] = [];
  const filter = new SafetyFilter({
    strip: (text) => text.replace(/[\u{E0000}-\u{E007F}\u202A-\u202E]/gu, ''),
    redact: (text) => text.replaceAll(SECRET, '[redacted]'),
    onFinding: (finding) => told.push(finding),
  });
  return { filter, told };
}

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

test('the model sees neither secrets nor hidden text, and a person sees none of what it says in hiding', async () => {
  const { filter, told } = openFilter();
  const stage = await openStage(
    [step.calls({ name: 'read', args: {} }), step.text(`do${tags}`, `ne \u202Eit: ${SECRET}`), step.text('bye')],
    { tools: [poisoned], seams: seams(filter), instruction: () => `You are a test.${tags}` },
  );
  expect(await stage.play(`go${tags}`)).toEqual([
    'agent_start',
    `user: go${tags}`,
    'session_update scripted',
    'usage scripted 10/2',
    '-> read {}',
    `<- read key: ${SECRET}${tags}`,
    '~ do',
    '~ ne it: [redacted]',
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
  expect(told).toEqual([
    { where: 'what was said to the model', what: 'hidden characters' },
    { where: 'the instruction', what: 'hidden characters' },
    { where: 'the result of read', what: 'hidden characters' },
    { where: 'the result of read', what: 'a secret' },
    { where: "the model's answer", what: 'hidden characters' },
    { where: "the model's answer", what: 'a secret' },
  ]);
});

test('a plugin that comes later hears the answer as it was screened', async () => {
  const heard: (string | undefined)[] = [];
  class Listening extends BasePlugin {
    override async afterModelCallback({ llmResponse }: { llmResponse: LlmResponse }): Promise<undefined> {
      if (llmResponse.partial !== true) heard.push(llmResponse.content?.parts?.[0]?.text);
      return undefined;
    }
  }
  const stage = await openStage([step.text(`done${tags}`)], {
    seams: seams(openFilter().filter, new Listening('listening')),
  });
  await stage.play('go');
  expect(heard).toEqual(['done']);
});

test('a text that cannot be screened is not sent', async () => {
  const broken = new SafetyFilter({
    strip: () => {
      throw new TypeError('out of order');
    },
    redact: (text) => text,
    onFinding: () => {},
  });
  const stage = await openStage([step.text('never')], { seams: seams(broken) });
  expect(await stage.play('go')).toEqual([
    'agent_start',
    'user: go',
    'session_update scripted',
    'error INTERNAL',
    'agent_end failed',
  ]);
  expect(stage.model.requests).toEqual([]);
});
