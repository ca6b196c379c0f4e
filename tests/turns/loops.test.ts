import { createMessage } from '@bowline/protocol';
import { all } from '@bowline/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { createGate, echo, openStage, Stage, step, type StageOptions } from './play.ts';
import { testAgent } from './test-agent.ts';
import { callTool, roleModel, say, textOf, type RoleModel, type Roles } from './view-model.ts';

async function open(roles: Roles, options: StageOptions = {}): Promise<Stage<RoleModel>> {
  const model = roleModel(roles);
  const subject = await testAgent({ tools: [echo('look').tool], ...options, model });
  onTestFinished(subject.close);
  return new Stage(subject.agent, model);
}

const circling: Roles['agent'] = () => [callTool('look', { text: 'the same' })];
const notices = (stage: Stage<RoleModel>): string[] =>
  stage.heard.flatMap((event) => (event.type === 'notice' && event.code === 'LOOP_DETECTED' ? [event.text] : []));

test('the model is warned about repeated calls with the same result, and the turn ends if they continue', async () => {
  const stage = await open({ agent: circling });
  expect((await stage.play('go')).at(-1)).toBe('agent_end loop');
  expect(notices(stage)).toHaveLength(2);
  expect(notices(stage)[0]).toContain('look');
  const { requests } = stage.model;
  const nudged = requests.findIndex(({ contents }) => textOf(contents).includes('try a different approach'));
  expect(nudged).toBe(5);
  expect(requests.length).toBeLessThan(12);
  // The session stays usable.
  const calm = await stage.agent.status();
  expect(calm.activeStreamId).toBeNull();
});

test('a turn continues if the model reacts to the warning', async () => {
  const stage = await open({
    agent: (contents) =>
      textOf(contents).includes('try a different approach') ? [say('another way')] : [callTool('look', { text: 'x' })],
  });
  expect((await stage.play('go')).at(-1)).toBe('agent_end completed');
  expect(notices(stage)).toHaveLength(1);
});

test('a user message gives the turn another chance', async () => {
  const stage = await open({ agent: circling });
  await stage.say('go');
  await stage.until('notice');
  await stage.say('go on looking');
  await stage.until('agent_end');
  expect(notices(stage).length).toBeGreaterThan(2);
});

test('an answer that repeats endlessly is cut and retracted; the model is told, and does not see it again', async () => {
  const sentence = 'I will now look at the file and then I will fix it for good. ';
  const stage = await openStage([step.text(...Array.from({ length: 400 }, () => sentence)), step.text('done')]);
  const lines = await stage.play('go');
  expect(lines.slice(-4)).toEqual(['~ done', 'agent: done', 'usage scripted 10/2', 'agent_end completed']);
  expect(lines).toContain('warning LOOP_DETECTED');
  expect(lines.find((line) => line.startsWith('retracted'))).toBeDefined();
  expect(lines.filter((line) => line === `~ ${sentence}`).length).toBeLessThan(100);
  const shown = textOf(stage.model.requests[1]?.contents ?? []);
  expect(shown).not.toContain(sentence.repeat(2));
  expect(shown).toContain('was cut off there');
});

test('a second repeating answer ends the turn with its own reason', async () => {
  const endless = step.text(...Array.from({ length: 400 }, () => 'Let me try this once more, as before. '));
  const stage = await openStage([endless, endless, step.text('never')]);
  expect((await stage.play('go')).at(-1)).toBe('agent_end loop');
  expect(stage.model.left).toBe(1);
});

test('no loops are detected if detection is off', async () => {
  const stage = await open(
    { agent: (_, n) => (n < 15 ? circling([], 0) : [say('done')]) },
    { context: { loopDetection: false } },
  );
  expect((await stage.play('go')).at(-1)).toBe('agent_end completed');
  expect(notices(stage)).toEqual([]);
});

test('in a long turn a side request checks for a loop, and a positive result needs a second one', async () => {
  const answers = [
    { confidence: 0.95, reason: 'it goes in circles' },
    { confidence: 0.3, reason: 'it does not' },
  ];
  let asked = 0;
  const agent: Roles['agent'] = (_, n) => (asked < 3 ? [callTool('look', { text: `part ${n}` })] : [say('done')]);
  const aside = (): unknown => {
    asked += 1;
    return answers.shift() ?? { confidence: 0, reason: 'fine' };
  };
  const stage = await open({ agent, aside }, { limits: { maxSteps: 2000 } });
  expect((await stage.play('go')).at(-1)).toBe('agent_end completed');
  expect(stage.model.asides.length).toBeGreaterThan(2);
  expect(notices(stage)).toEqual([]);
});

test('a check without a valid answer delays nothing, and checks become rarer', async () => {
  const agent: Roles['agent'] = (_, n) => (n < 99 ? [callTool('look', { text: `part ${n}` })] : [say('done')]);
  const stage = await open({ agent, aside: () => 'no JSON at all' }, { limits: { maxSteps: 200 } });
  expect((await stage.play('go')).at(-1)).toBe('agent_end completed');
  expect(stage.model.asides.length).toBeGreaterThan(0);
  expect(stage.model.asides.length).toBeLessThan(4);
});

test('the turn continues while a check is running', async () => {
  const gate = createGate();
  let since = -1;
  const agent: Roles['agent'] = (_, n) => {
    if (since >= 0) since += 1;
    return since > 5 ? [say('done')] : [callTool('look', { text: `part ${n}` })];
  };
  const aside = async (): Promise<unknown> => {
    since = 0;
    await gate.opened;
    return { confidence: 1, reason: 'late' };
  };
  const stage = await open({ agent, aside }, { limits: { maxSteps: 2000 } });
  expect((await stage.play('go')).at(-1)).toBe('agent_end completed');
  gate.open();
  expect(stage.model.asides).toHaveLength(1);
});

test('numbered words are never a loop', async () => {
  const words = Array.from({ length: 20_000 }, (_, n) => `word${n} `);
  const stage = await openStage([step.text(...words)]);
  expect((await stage.play('go')).at(-1)).toBe('agent_end completed');
});

test('two positive checks are a strike, and two more end the turn', async () => {
  const agent: Roles['agent'] = (_, n) => [callTool('look', { text: `part ${n}` })];
  const stage = await open({ agent, aside: () => ({ confidence: 1, reason: 'it only looks' }) });
  const events = await all(stage.session.sendStream(createMessage('go')));
  expect(events.at(-1)).toMatchObject({ type: 'agent_end', reason: 'loop', message: 'it only looks' });
  expect(stage.model.asides).toHaveLength(4);
});
