import type { AgentEvent } from '@bowline/protocol';
import { outline } from '@bowline/testkit';
import { expect, test } from 'vitest';
import { openStage, step } from './play.ts';

// The reference has the user message before the stream and no complete message after the chunks.
test('text in chunks: agent_start is first, the user message is in the stream, and the complete answer follows its deltas', async () => {
  const stage = await openStage([step.text('one ', 'two ', 'three')]);
  expect(await stage.play('go')).toEqual([
    'agent_start',
    'user: go',
    'session_update scripted',
    '~ one ',
    '~ two ',
    '~ three',
    'agent: one two three',
    'usage scripted 10/2',
    'agent_end completed',
  ]);
  expect(stage.model.left).toBe(0);
});

test('thoughts are shown as thoughts and are not part of the text', async () => {
  const stage = await openStage([
    { chunks: [{ thought: 'hm ' }, { thought: 'well' }, { text: 'yes' }], usage: step.text().usage },
  ]);
  expect(await stage.play('go')).toEqual([
    'agent_start',
    'user: go',
    'session_update scripted',
    '~ (thought) hm ',
    '~ (thought) well',
    '~ yes',
    'agent: yes',
    'usage scripted 10/2',
    'agent_end completed',
  ]);
  expect(stage.model.left).toBe(0);
  const message = stage.heard.find((event) => event.type === 'message' && event.role === 'agent');
  expect(message).toMatchObject({
    content: [
      { type: 'thought', text: 'hm well' },
      { type: 'text', text: 'yes' },
    ],
  });
});

test('the display text is shown, and the actual text is sent to the model', async () => {
  const stage = await openStage([step.text('ok')]);
  const content = [{ type: 'text', text: 'the whole of file a' }] as const;
  const display = [{ type: 'text', text: '@a' }] as const;
  await stage.agent.send({ message: { content: [...content], display: [...display] } });
  await stage.until('agent_end');
  expect(stage.lines.slice(0, 2)).toEqual(['agent_start', 'user: @a']);
  expect(stage.model.requests[0]?.contents).toEqual([{ role: 'user', parts: [{ text: 'the whole of file a' }] }]);
});

// A.5 #2: in the reference, the second turn names no model and its usage is of "unknown".
test('the second turn is as complete as the first and sees it', async () => {
  const stage = await openStage([step.text('first'), step.text('second')]);
  await stage.play('one');
  expect(await stage.play('two')).toEqual([
    'agent_start',
    'user: two',
    'session_update scripted',
    '~ second',
    'agent: second',
    'usage scripted 10/2',
    'agent_end completed',
  ]);
  expect(stage.model.left).toBe(0);
  expect(stage.model.requests[1]?.contents).toEqual([
    { role: 'user', parts: [{ text: 'one' }] },
    { role: 'model', parts: [{ text: 'first' }] },
    { role: 'user', parts: [{ text: 'two' }] },
  ]);
});

test('a request contains the instruction, without ADK labels or other additions', async () => {
  const stage = await openStage([step.text('ok')]);
  await stage.play('go');
  expect(stage.model.requests).toEqual([
    {
      model: 'scripted',
      contents: [{ role: 'user', parts: [{ text: 'go' }] }],
      config: {
        systemInstruction: 'You are a test.',
        temperature: 1,
        topP: 0.95,
        topK: 64,
        thinkingConfig: { includeThoughts: true },
      },
    },
  ]);
});

test('an instruction can contain braces', async () => {
  const stage = await openStage([step.text('ok')], { instruction: () => 'say {name} and {artifact.x}' });
  expect((await stage.play('go')).at(-1)).toBe('agent_end completed');
  expect(stage.model.requests[0]?.config.systemInstruction).toBe('say {name} and {artifact.x}');
});

test('a selected model answers from the next message on', async () => {
  const stage = await openStage([step.text('a'), step.text('b')]);
  await stage.play('one');
  await stage.agent.send({ update: { model: 'better' } });
  expect(await stage.play('two')).toEqual([
    'agent_start',
    'user: two',
    'session_update better',
    '~ b',
    'agent: b',
    'usage better 10/2',
    'agent_end completed',
  ]);
  expect(stage.model.requests.map((request) => request.model)).toEqual(['scripted', 'better']);
});

test('two subscribers receive the same complete turn', async () => {
  const stage = await openStage([step.text('a', 'b')]);
  const other: AgentEvent[] = [];
  stage.agent.subscribe((event) => other.push(event));
  const played = await stage.play('go');
  expect(other).toEqual(stage.heard);
  expect(outline(other)).toEqual(played);
  expect(stage.model.left).toBe(0);
});

test('two messages sent at once are one turn with a steering message', async () => {
  const stage = await openStage([step.text('both')]);
  const [first, second] = await Promise.all([stage.say('one'), stage.say('two')]);
  expect(second).toBe(first);
  await stage.until('agent_end');
  expect(stage.lines.slice(0, 4)).toEqual(['agent_start', 'user: one', 'user: two', 'session_update scripted']);
  expect(stage.model.left).toBe(0);
});
