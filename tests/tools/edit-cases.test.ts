import { describe, expect, test } from 'vitest';
import { openTestWorkspace } from '../kit/open-test-workspace.ts';
import { editCorpus } from './edit-cases/edit-corpus.ts';
import { judgeEdit } from './judge-edit.ts';
import { runEdit } from './run-edit.ts';

describe.each(Object.entries(editCorpus))('%s', (_, cases) => {
  test.each(cases.map((each) => [each.title, each] as const))(
    '%s',
    async (_title, each) => {
      const judgement = judgeEdit(each, await runEdit(each, openTestWorkspace));
      expect(judgement).toBe('after' in each.expected ? 'edited' : 'refused');
    },
    60_000,
  );
});

test('titles are unique', () => {
  const titles = Object.values(editCorpus).flatMap((cases) => cases.map(({ title }) => title));
  expect(new Set(titles).size).toBe(titles.length);
});
