import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answer, type ScriptedStep } from '@bowline/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { openBench, type Bench } from './run-bowline.ts';

async function open(...steps: readonly ScriptedStep[]): Promise<Bench> {
  const bench = await openBench(...steps);
  onTestFinished(bench.close);
  return bench;
}

const schema = JSON.stringify({
  type: 'object',
  properties: { files: { type: 'array', items: { type: 'string' } } },
  required: ['files'],
});
const good = answer.text('```json\n{"files":["a.ts"]}\n```');
const ask = ['-p', 'Which files?', '--json-schema'];

test('--json-schema prints the JSON and nothing else', async () => {
  const bench = await open(good);
  const { code, stdout, stderr } = await bench.run([...ask, schema]);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toBe('{\n  "files": [\n    "a.ts"\n  ]\n}\n');
});

test('a schema file is resolved from the working directory', async () => {
  const bench = await open(good);
  writeFileSync(join(bench.workspace, 'schema.json'), schema);
  const { code, stdout } = await bench.run([...ask, 'schema.json']);
  expect([code, JSON.parse(stdout)]).toEqual([0, { files: ['a.ts'] }]);
});

test.each([
  ['json', (out: string) => JSON.parse(out) as Record<string, unknown>],
  ['stream-json', (out: string) => JSON.parse(out.trim().split('\n').at(-1) ?? '') as Record<string, unknown>],
])('%s has the data under structured_output', async (format, read) => {
  const bench = await open(answer.text('a.ts'), good);
  const { code, stdout } = await bench.run([...ask, schema, '-o', format]);
  expect(code).toBe(0);
  expect(read(stdout)['structured_output']).toEqual({ files: ['a.ts'] });
});

test('an answer that never matches is an error with the last problem, and stdout stays empty', async () => {
  const bench = await open(answer.text('a.ts'), answer.text('[]'), answer.text('{"files":"a.ts"}'));
  const { code, stdout, stderr } = await bench.run([...ask, schema]);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('No answer matched the schema in 3 tries');
  expect(stderr).toContain('at files');
  expect(bench.server.requests).toHaveLength(3);
});

test.each([
  ['no-such.json', 'cannot read'],
  ['{"type":', 'is not valid JSON'],
  ['{"if":{},"then":{}}', 'Unsupported JSON Schema'],
])('an invalid schema, %s, is an error before any request', async (text, problem) => {
  const bench = await open();
  const { code, stderr } = await bench.run([...ask, text]);
  expect(code).toBe(42);
  expect(stderr).toContain(problem);
  expect(stderr).not.toContain('zod');
});

test('--json-schema without a prompt is an error', async () => {
  const bench = await open(answer.text('hi'));
  await bench.run(['-p', 'hi']);
  const { code, stderr } = await bench.run(['--resume', '--json-schema', schema]);
  expect(code).toBe(42);
  expect(stderr).toContain('--json-schema needs a prompt');
});
