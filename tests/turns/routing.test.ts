import { ModelHealth, strategies } from '@bowline/models';
import { answer as step, type ScriptedStep } from '@bowline/testkit';
import { expect, test } from 'vitest';
import { echo, openStage, reopenStage } from './play.ts';
import { quickRetries } from './test-models.ts';

const LITE = 'gemini-3.1-flash-lite';
const FLASH = 'gemini-3.5-flash';
const PRO = 'gemini-2.5-pro';
const auto = { name: 'auto', policy: quickRetries };

const choose = (choice: string): ScriptedStep =>
  step.text(JSON.stringify({ reasoning: 'a test', model_choice: choice }));

function asked(stage: { readonly model: { readonly requests: readonly { readonly model: string }[] } }): string[] {
  return stage.model.requests.map(({ model }) => model);
}

test('the classifier runs once per message, and its choice holds for all calls', async () => {
  const { tool } = echo('look', 'read');
  const call = step.calls({ name: 'look', args: { text: 'a' } });
  const stage = await openStage([choose('flash'), call, call, step.text('done'), choose('pro'), step.text('again')], {
    tools: [tool],
    models: auto,
  });
  const lines = await stage.play('go');
  expect(lines.slice(0, 4)).toEqual([
    'agent_start',
    'user: go',
    `session_update ${FLASH}`,
    expect.stringMatching(`usage ${LITE}`),
  ]);
  expect(asked(stage)).toEqual([LITE, FLASH, FLASH, FLASH]);
  await stage.play('now something else');
  expect(asked(stage).slice(4)).toEqual([LITE, PRO]);
});

test('if the classifier fails or returns nonsense, the turn uses the default model', async () => {
  for (const steps of [[step.httpError(400)], [step.text('no')]]) {
    const stage = await openStage([...steps, step.text('done')], {
      models: {
        ...auto,
        policy: { ...quickRetries, attempts: { ...quickRetries.attempts, invalid: 4 } },
        rules: { fallback: 'never', onQuota: 'fail' },
      },
    });
    expect((await stage.play('go')).at(-1)).toBe('agent_end completed');
    expect(asked(stage).at(-1)).toBe(PRO);
  }
});

test('a mode decides before the classifier', async () => {
  const stage = await openStage([step.text('a plan'), step.text('done')], { models: auto });
  await stage.agent.send({ update: { mode: 'plan' } });
  await stage.play('plan it');
  await stage.agent.send({ update: { mode: 'auto_edit' } });
  await stage.play('do it');
  expect(asked(stage)).toEqual([PRO, FLASH]);
});

test('a model selected in mid-turn is used from the next request on', async () => {
  const { tool } = echo('look', 'read');
  const call = step.calls({ name: 'look', args: { text: 'a' } });
  const stage = await openStage([call, step.text('done'), step.text('more')], {
    tools: [tool],
    models: { ...auto, name: PRO },
  });
  const unsubscribe = stage.agent.subscribe((event) => {
    if (event.type === 'tool_request') void stage.agent.send({ update: { model: 'other' } });
  });
  await stage.play('go');
  unsubscribe();
  await stage.play('more');
  expect(asked(stage)).toEqual([PRO, 'other', 'other']);
});

test('a resumed session keeps the model of the turn', async () => {
  const { tool } = echo('look', 'read');
  const call = step.calls({ name: 'look', args: { text: 'a' } });
  const stage = await openStage([choose('flash'), call], {
    tools: [tool],
    models: auto,
    decide: async () => ({ verdict: 'ask' }),
  });
  await stage.say('go');
  const question = await stage.asked('look');
  const log = await stage.store.open('s1', { owner: { pid: 1, host: 'h', name: 'other' }, takeover: true });
  const later = await reopenStage(log, [step.text('done')], { tools: [tool], models: auto });
  await later.answer(question, { outcome: 'once' });
  await later.until('agent_end');
  expect(asked(later)).toEqual([FLASH]);
  await later.agent.close();
});

test('strategies can be added to the list', async () => {
  const mine = { name: 'mine', choose: () => 'my-model' };
  const stage = await openStage([step.text('a')], { models: { ...auto, strategies: [mine, ...strategies] } });
  await stage.play('go');
  expect(asked(stage)).toEqual(['my-model']);
});

test('a stream reports the model first, before limits, overflow and the cost of choosing it', async () => {
  const first = (lines: readonly string[]): string | undefined => lines[2];
  const limited = await openStage([], { limits: { maxSteps: 0 } });
  expect(await limited.play('go')).toEqual([
    'agent_start',
    'user: go',
    'session_update scripted',
    'warning MAX_STEPS',
    'agent_end max_steps',
  ]);
  const full = await openStage([], { context: { windows: { scripted: 1000 } } });
  const lines = await full.play('x '.repeat(60_000));
  expect([first(lines), lines.at(-1)]).toEqual(['session_update scripted', 'agent_end failed']);
  expect(await full.agent.status()).toMatchObject({ model: 'scripted' });
  const chosen = await openStage([choose('flash'), step.text('done')], { models: auto });
  expect(first(await chosen.play('go'))).toBe(`session_update ${FLASH}`);
});

test('a model selected by name is tried even if it was unavailable before', async () => {
  const models = { name: 'pro', policy: quickRetries };
  const stage = await openStage([step.quota({ quotaId: 'PerDay' }), step.text('a'), step.text('b'), step.text('c')], {
    models,
  });
  await stage.play('one');
  await stage.play('two');
  await stage.agent.send({ update: { model: 'pro' } });
  await stage.play('three');
  expect(asked(stage)).toEqual([PRO, FLASH, FLASH, PRO]);
});

test('a model is tried again if the user chooses to retry', async () => {
  const health = new ModelHealth();
  const models = { name: 'pro', policy: quickRetries, health, rules: { fallback: 'ask', onQuota: 'fail' } as const };
  const stage = await openStage([step.quota({ quotaId: 'PerDay' }), step.text('a')], { models });
  await stage.say('go');
  const { request } = await stage.until('input_request');
  health.fail(PRO, 'quota');
  await stage.agent.send({ input: { inputId: request.inputId, answer: { kind: 'choice', optionIds: ['retry'] } } });
  await stage.until('agent_end');
  expect(asked(stage)).toEqual([PRO, PRO]);
});

test('sessions with the same parent share the health of models', async () => {
  const health = new ModelHealth();
  const models = { name: 'pro', policy: quickRetries, health };
  const first = await openStage([step.quota({ quotaId: 'PerDay' }), step.text('a')], { models });
  await first.play('go');
  const second = await openStage([step.text('b')], { models });
  await second.play('go');
  expect(asked(second)).toEqual([FLASH]);
});

test('a custom config is selected by its name, and its model answers and is billed', async () => {
  const configs = {
    customAliases: {
      quick: {
        extends: 'chat-base-2.5',
        modelConfig: { model: 'gemini-2.5-flash', generateContentConfig: { topK: 3 } },
      },
    },
  };
  const stage = await openStage([step.text('a')], { models: { ...auto, name: 'quick', configs } });
  await stage.play('go');
  expect(stage.model.requests[0]).toMatchObject({ model: 'gemini-2.5-flash', config: { topK: 3 } });
  const usage = stage.heard.find((event) => event.type === 'usage');
  expect(usage).toMatchObject({ model: 'gemini-2.5-flash', usage: { cost: expect.any(Number) as number } });
});
