import { AgentError, toText } from '@bowline/protocol';
import { expect, test } from 'vitest';
import { fail, type ToolOutcome } from '../define-tool.ts';
import type { ToolHost, WebFinding } from '../tool-host.ts';
import { googleWebSearch } from './google-web-search.ts';

async function run(input: unknown, webSearch?: () => Promise<WebFinding>): Promise<ToolOutcome> {
  const parsed = googleWebSearch.parse(input);
  if (!parsed.ok) return fail('invalid', parsed.text);
  const host = { webSearch } as ToolHost;
  return parsed.call.run({ host, signal: new AbortController().signal, key: 'k', update: () => {} });
}

test('what was found comes with where it is from', async () => {
  const sources = [{ title: 'Knots', url: 'https://knots.example/' }];
  const outcome = await run({ query: 'bowline' }, async () => ({ text: 'A knot.[1]', sources }));
  expect(toText(outcome.content)).toBe(
    'Found on the web for "bowline", as data of outside parties:\n\nA knot.[1]\n\n[1] Knots (https://knots.example/)',
  );
  expect(outcome.data).toEqual({ sources });
});

test('nothing found is no failure', async () => {
  const outcome = await run({ query: 'bowline' }, async () => ({ text: '', sources: [] }));
  expect([outcome.ok, toText(outcome.content)]).toEqual([true, 'Nothing was found for bowline.']);
});

test.each([
  ['an empty query is invalid', { query: ' ' }, 'invalid'],
  ['without an engine nothing is found', { query: 'x' }, 'web_unavailable'],
])('%s', async (_, input, errorType) => {
  expect(await run(input)).toMatchObject({ ok: false, errorType });
});

test('an engine that fails is a failure in words, and a bug goes on', async () => {
  const busy = async (): Promise<never> => {
    throw new AgentError('MODEL_QUOTA', 'the quota is used up');
  };
  expect(await run({ query: 'x' }, busy)).toMatchObject({ ok: false, errorType: 'search_failed' });
  const broken = async (): Promise<never> => {
    throw new Error('bug');
  };
  await expect(run({ query: 'x' }, broken)).rejects.toThrow('bug');
});
