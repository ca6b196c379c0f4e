import type { Content, Part } from '@google/genai';
import { describe, expect, test } from 'vitest';
import type { AskModel, UtilityQuestion } from '../utility/ask-model.ts';
import { classify } from './classify.ts';
import type { ZodType } from 'zod';

/** A utility model with this answer. Undefined: unavailable. */
function open(reply?: unknown): { ask: AskModel; asked: UtilityQuestion<ZodType>[] } {
  const asked: UtilityQuestion<ZodType>[] = [];
  const ask: AskModel = async (question) => {
    asked.push(question);
    return question.schema.safeParse(reply).data;
  };
  return { ask, asked };
}

const { signal } = new AbortController();
const said = (role: string, ...parts: Part[]): Content => ({ role, parts });
const text = (words: string): Part => ({ text: words });

async function shown(...contents: Content[]): Promise<readonly Content[] | undefined> {
  const { ask, asked } = open();
  await classify(contents, ask, signal);
  return asked[0]?.contents;
}

describe('the choice of the classifier', () => {
  test.each<[string, unknown, 'pro' | 'flash' | null]>([
    ['the better model', { reasoning: 'vague', model_choice: 'pro' }, 'pro'],
    ['the faster model', { reasoning: 'one edit', model_choice: 'flash' }, 'flash'],
    ['null without an answer', undefined, null],
    ['null if it names another model', { reasoning: 'x', model_choice: 'ultra' }, null],
  ])('is %s', async (_, reply, choice) => {
    const { ask, asked } = open(reply);
    expect(await classify([said('user', text('hi'))], ask, signal)).toBe(choice);
    expect(asked).toMatchObject([{ purpose: 'classifier', signal }]);
  });
});

describe('the classifier gets', () => {
  test('the last four contents with text, in order', async () => {
    const contents = ['1', '2', '3', '4', '5', '6'].map((words, n) =>
      said(n % 2 === 0 ? 'user' : 'model', text(words)),
    );
    expect(await shown(...contents)).toEqual(contents.slice(2));
  });

  test('no calls, results or thoughts, and no contents with only these', async () => {
    const contents = [
      said('user', text('fix it')),
      said('model', { text: 'hm', thought: true }, { functionCall: { name: 'read', args: {} } }),
      said('user', { functionResponse: { name: 'read', response: { output: 'secret' } } }),
      said('model', { functionCall: { name: 'read', args: {} } }),
      said('user', { functionResponse: { name: 'read', response: {} } }),
      said('model', { text: '' }),
      said('user'),
      { role: 'user' },
      said('model', text('done')),
    ];
    expect(await shown(...contents)).toEqual([said('user', text('fix it')), said('model', text('done'))]);
  });

  test('only the text of a content', async () => {
    const contents = said(
      'model',
      text('I read'),
      { functionCall: { name: 'read', args: { path: 'a-file' } } },
      { text: 'a plan', thought: true },
      { inlineData: { mimeType: 'image/png', data: 'aGk=' } },
    );
    const sent = JSON.stringify(await shown(contents));
    expect(sent).toContain('I read');
    for (const other of ['a-file', 'a plan', 'aGk=']) expect(sent).not.toContain(other);
  });

  test('the text without blank lines in place of thoughts and calls', async () => {
    const content = said(
      'model',
      { text: 'hm', thought: true },
      text('one'),
      { functionCall: { name: 'f' } },
      text('two'),
    );
    expect(await shown(content)).toEqual([said('model', text('one\ntwo'))]);
  });

  test('the beginning of a long text', async () => {
    const [content] = (await shown(said('user', text(`rename ${'x'.repeat(100_000)}`)))) ?? [];
    const words = content?.parts?.[0]?.text ?? '';
    expect(words).toMatch(/^rename x+$/);
    expect(words).toHaveLength(2000);
  });

  test('copies, so that it cannot change the history', async () => {
    const contents = [said('user', text('a'), text('b'))];
    const before = structuredClone(contents);
    expect(await shown(...contents)).toEqual([said('user', text('a\nb'))]);
    expect(contents).toEqual(before);
  });
});
