import { fail, succeed, type ToolOutcome } from '@bowline/tools';
import { expect, test } from 'vitest';
import { TEXT_LIMIT, truncateOutcome } from './truncate-outcome.ts';

function keep(): {
  readonly kept: [string, string][];
  readonly saveArtifact: (name: string, text: string) => Promise<string>;
} {
  const kept: [string, string][] = [];
  return {
    kept,
    async saveArtifact(name, text) {
      kept.push([name, text]);
      return `/artifacts/${name}`;
    },
  };
}
const textOf = (outcome: ToolOutcome): string => {
  const [first] = outcome.content;
  return first?.type === 'text' ? first.text : '';
};

test('output up to the limit is unchanged', async () => {
  const { kept, saveArtifact } = keep();
  const outcome = succeed('x'.repeat(TEXT_LIMIT));
  expect(await truncateOutcome(outcome, 'c1', { saveArtifact })).toBe(outcome);
  expect(kept).toEqual([]);
});

test('longer output is truncated to both ends, with the path of the complete text', async () => {
  const { kept, saveArtifact } = keep();
  const text = `${'a'.repeat(10_000)}${'b'.repeat(TEXT_LIMIT - 29_999)}${'c'.repeat(20_000)}`;
  expect(text).toHaveLength(TEXT_LIMIT + 1);
  const cut = await truncateOutcome(succeed(text), 'c1', { saveArtifact });
  expect(kept).toEqual([['c1.txt', text]]);
  expect(cut.artifact).toBe('/artifacts/c1.txt');
  const said = '[10001 characters omitted; the full text is in /artifacts/c1.txt; read it with read_file]';
  expect(textOf(cut)).toBe(`${'a'.repeat(10_000)}\n\n${said}\n\n${'c'.repeat(20_000)}`);
});

test('the limit applies to all text together, and other parts stay', async () => {
  const { kept, saveArtifact } = keep();
  const image = { type: 'media', mimeType: 'image/png', data: 'AAAA' } as const;
  const half = { type: 'text', text: 'x'.repeat(TEXT_LIMIT / 2) } as const;
  const cut = await truncateOutcome({ ok: true, content: [half, image, half] }, 'c1', { saveArtifact });
  expect(kept[0]?.[1]).toHaveLength(TEXT_LIMIT + 1);
  expect(cut.content.map(({ type }) => type)).toEqual(['text', 'media']);
});

test('output that the tool saved itself is not saved twice', async () => {
  const { kept, saveArtifact } = keep();
  const cut = await truncateOutcome(succeed('x'.repeat(50_000), { artifact: '/own/output' }), 'c1', { saveArtifact });
  expect(kept).toEqual([]);
  expect(textOf(cut)).toContain('/own/output');
});

test('truncated output of a failure is still a failure', async () => {
  const { saveArtifact } = keep();
  const display = { type: 'text', text: 'shown' } as const;
  const cut = await truncateOutcome(fail('shell_exit', 'x'.repeat(50_000), { display }), 'c1', { saveArtifact });
  expect(cut).toMatchObject({ ok: false, errorType: 'shell_exit', display });
});
