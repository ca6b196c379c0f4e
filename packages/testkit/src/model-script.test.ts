import { AgentError } from '@bowline/protocol';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { answer } from './scripted-model/answer.ts';
import { parseModelScript } from './model-script.ts';

const examples = join(import.meta.dirname, './model-server/examples');

describe('a model script', () => {
  test.each(readdirSync(examples))('%s is a valid example', (name) => {
    const script = parseModelScript(JSON.parse(readFileSync(join(examples, name), 'utf8')));
    expect(script.steps?.length).toBeGreaterThan(0);
  });

  test('accepts the steps of all shorthands', () => {
    const steps = [
      answer.text('a', 'b'),
      answer.thought('hm', 'a'),
      answer.calls({ name: 'read_file', args: { file_path: 'a' } }),
      answer.nothing(),
      answer.finish('MAX_TOKENS', 'a'),
      answer.blocked('SAFETY'),
      answer.httpError(404),
      answer.quota({ retryDelay: '2s', quotaId: 'PerDay' }),
      answer.hang(),
      answer.hang('a'),
      answer.cut('a'),
      answer.garbage(),
    ];
    expect(parseModelScript({ steps, rules: [{ model: 'm', steps }], default: answer.text('a') }).steps).toEqual(steps);
  });

  test.each([
    [{ steps: [{ chunks: [{ text: 1 }] }] }, 'steps[0].chunks[0].text'],
    [{ steps: [{ chunk: [] }] }, 'Unrecognized key: "chunk"'],
    [{ steps: [{ chunks: [{ raw: {}, text: 'a' }] }] }, 'a raw chunk is sent as it is'],
    [{ steps: [{ cut: true, hang: 'body' }] }, 'only one of hang, cut can happen'],
    [{ steps: [{ httpError: { status: 500 }, chunks: [] }] }, 'httpError comes without chunks'],
    [{ steps: [{ httpError: { status: 200 } }] }, 'steps[0].httpError.status'],
    [{ steps: [{ usage: { promptTokens: 1 } }] }, 'steps[0].usage'],
    [{ rules: [{ model: 'm', steps: [] }] }, 'rules[0].steps'],
  ])('is rejected with the location of the problem: %j', (script, problem) => {
    expect(() => parseModelScript(script)).toThrow(AgentError);
    expect(() => parseModelScript(script)).toThrow(problem);
  });
});
