import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answer, type ScriptedStep } from '@bowline/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { openBench, type Bench } from './run-bowline.ts';

const quota = answer.quota({ quotaId: 'GenerateRequestsPerDayPerProjectPerModel' });

async function open(...steps: readonly ScriptedStep[]): Promise<Bench> {
  const bench = await openBench(...steps);
  onTestFinished(bench.close);
  mkdirSync(bench.home);
  return bench;
}

const models = (bench: Bench): unknown[] => bench.server.requests.map(({ model }) => model);

test('the next model answers if the quota of a tier is used up, and stderr says so', async () => {
  const bench = await open(quota, answer.text('Hello.'));
  const { code, stdout, stderr } = await bench.run(['-p', 'hi']);
  expect([code, stdout]).toEqual([0, 'Hello.\n']);
  expect(stderr).toContain('gemini-2.5-pro → gemini-3.5-flash');
  expect(models(bench)).toEqual(['gemini-2.5-pro', 'gemini-3.5-flash']);
});

test('json has the models, their cost and the fallback', async () => {
  const bench = await open(quota, answer.text('Hello.'));
  const { stdout } = await bench.run(['-p', 'hi', '-o', 'json']);
  const body = JSON.parse(stdout) as { stats: { models: Record<string, unknown> }; warnings: string[] };
  expect(Object.keys(body.stats.models).sort()).toEqual(['gemini-2.5-pro', 'gemini-3.5-flash']);
  expect(body.warnings.join()).toContain('→');
});

test('a picture that the provider rejects is omitted, stderr says so once, and the session can be resumed', async () => {
  const refused = answer.httpError(400, { message: 'Unable to process input image.' });
  const bench = await open(refused, answer.text('No picture.'), answer.text('Still there.'));
  writeFileSync(join(bench.workspace, 'shot.png'), Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'));
  const { code, stdout, stderr } = await bench.run(['-p', 'see @shot.png']);
  expect([code, stdout]).toEqual([0, 'No picture.\n']);
  expect(stderr).toBe('bowline: image omitted because the provider rejected it: Unable to process input image.\n');
  const again = await bench.run(['-p', 'and?', '--resume', 'latest']);
  expect([again.code, again.stdout]).toEqual([0, 'Still there.\n']);
  expect(bench.server.requests.map(({ body }) => JSON.stringify(body).includes('inlineData'))).toEqual([
    true,
    false,
    false,
  ]);
});

test('--no-fallback fails instead, with a hint', async () => {
  const bench = await open(quota);
  const { code, stderr } = await bench.run(['-p', 'hi', '--no-fallback']);
  expect(code).toBe(1);
  expect(stderr).toContain('daily quota');
  expect(models(bench)).toEqual(['gemini-2.5-pro']);
});

test('--on-quota wait waits as long as the server requests, then continues', async () => {
  const exhausted = answer.quota({ retryDelay: '1.1s' });
  const bench = await open(exhausted, answer.text('Back.'));
  writeFileSync(join(bench.home, 'settings.json'), '{ "general": { "maxAttempts": 1 } }');
  const { code, stdout, stderr } = await bench.run(['-p', 'hi', '-m', 'gemini-2.5-pro', '--on-quota', 'wait']);
  expect([code, stdout]).toEqual([0, 'Back.\n']);
  expect(stderr).toMatch(/Retrying in 2 s\n/);
});

test('an incomplete answer is not on stdout twice', async () => {
  const bench = await open(answer.finish(null, 'Once upon'), answer.text('Once upon a time.'));
  const { stdout, stderr } = await bench.run(['-p', 'hi']);
  expect(stdout).toBe('Once upon a time.\n');
  expect(stderr).toMatch(/^bowline: .*Retrying.*\n$/);
});

test('--max-cost ends the turn with its own exit code, and names the limit', async () => {
  const usage = { promptTokenCount: 1_000_000, candidatesTokenCount: 10 };
  const call = answer.calls({ name: 'list_directory', args: { path: '.' } });
  const bench = await open({ ...call, usage }, answer.text('never'));
  const { code, stdout } = await bench.run(['-p', 'hi', '--max-cost', '0.5', '-o', 'json']);
  expect(code).toBe(53);
  expect(stdout).toContain('--max-cost');
  expect(models(bench)).toHaveLength(1);
});

test('answers are recorded without secrets, and can be replayed without a server', async () => {
  const key = 'AIzaSyCanaryCanaryCanaryCanaryCanary123';
  const bench = await open(answer.text(`The key is ${key}.`));
  const file = join(bench.home, 'cassette.jsonl');
  await bench.run(['-p', 'hi', '--record-responses', file], { key });
  expect(readFileSync(file, 'utf8')).not.toContain(key);
  const again = await bench.run(['-p', 'hi', '--replay-responses', file], { key: '' });
  expect(again).toMatchObject({ code: 0, stdout: 'The key is [redacted].\n' });
  expect(models(bench)).toHaveLength(1);
});

test('modelConfigs are read from Gemini CLI settings, and those of Bowline override them', async () => {
  const bench = await open(answer.text('ok'), answer.text('ok'));
  mkdirSync(join(bench.home, '.gemini'));
  const override = (topK: number): string =>
    JSON.stringify({
      modelConfigs: {
        customOverrides: [
          {
            match: { model: 'gemini-2.5-pro' },
            modelConfig: { generateContentConfig: { topK, maxOutputTokens: 777 } },
          },
        ],
      },
    });
  writeFileSync(join(bench.home, '.gemini', 'settings.json'), `// from before\n${override(11)}`);
  await bench.run(['-p', 'hi']);
  expect(bench.server.requests[0]?.body).toMatchObject({ generationConfig: { topK: 11, maxOutputTokens: 777 } });
  writeFileSync(join(bench.home, 'settings.json'), override(12));
  await bench.run(['-p', 'hi']);
  expect(bench.server.requests[1]?.body).toMatchObject({ generationConfig: { topK: 12 } });
});

test('invalid settings are reported with their location', async () => {
  const bench = await open();
  writeFileSync(join(bench.home, 'settings.json'), '{\n  "model": {\n    "name": oops\n  }\n}');
  const { code, stderr } = await bench.run(['-p', 'hi']);
  expect(code).toBe(42);
  expect(stderr).toMatch(/settings\.json:3: /);
});

test('a misspelled name gets a suggestion', async () => {
  const bench = await open(answer.httpError(404));
  const { stderr } = await bench.run(['-p', 'hi', '-m', 'gemini-2.5-por']);
  expect(stderr).toContain('Did you mean gemini-2.5-pro');
  expect((await bench.run(['-p', 'hi', '-m', 'opnai/gpt-5'])).stderr).toContain('Did you mean openai?');
});
