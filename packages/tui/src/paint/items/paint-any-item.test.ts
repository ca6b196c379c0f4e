import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { CallItem, TranscriptItem } from '../../transcript/transcript.ts';
import { loadMarkdown } from '../markdown/load-markdown.ts';
import { createTheme } from '../theme/create-theme.ts';
import { paintItem } from './paint-item.ts';
import { paintItems, toRuns } from './paint-items.ts';
import type { Lines, View } from '../layout/view.ts';
import { widthOf } from '../layout/wrap.ts';

beforeAll(loadMarkdown);

const at = '2026-01-01T00:00:00.000Z';
const view: View = {
  width: 60,
  theme: createTheme('dark', { colours: 24 }),
  isScreenReader: false,
  workspace: '/w',
  isUnfolded: false,
  now: Date.parse('2026-01-01T00:00:20.000Z'),
};
const base = { id: '1', at, threadId: null };

function call(name: string, args: CallItem['args'], more: Partial<CallItem> = {}): CallItem {
  return {
    ...{
      ...base,
      kind: 'call',
      callId: 'c',
      name,
      args,
      effect: 'read',
      status: 'finished',
      startedAt: at,
      endedAt: at,
    },
    ...{ rule: null, display: null, result: null, output: '', answerId: 'a', decision: null },
    ...more,
  };
}

const denied = { kind: 'confirmation', digest: 'd', outcome: 'denied' } as const;

type Result = NonNullable<CallItem['result']>;

function result(said: string, more: Partial<Result> = {}): { readonly result: Result } {
  const none = { display: null, isError: false, errorType: null, data: null };
  return { result: { content: [{ type: 'text', text: said }], ...none, ...more } };
}

const words = fc.constantFrom(
  'word ',
  '漢字',
  '\u001B[2J',
  '\u202E',
  '\n',
  '\t',
  'x'.repeat(50),
  '👩‍👩‍👧',
  '\r',
  '`',
  '**',
  '\u0007',
);
const text = fc.array(words, { maxLength: 20 }).map((parts) => parts.join(''));
const anyItem: fc.Arbitrary<TranscriptItem> = fc.oneof(
  text.map((said): TranscriptItem => ({
    ...base,
    kind: 'person',
    messageId: 'm',
    content: [{ type: 'text', text: said }],
    isQueued: true,
  })),
  text.map((said): TranscriptItem => ({
    ...{ ...base, kind: 'agent', messageId: 'm', text: said, thoughts: [{ subject: said, text: said }] },
    ...{ attached: [{ type: 'reference', uri: said, name: said }], tookMs: 4000, isWhole: true, isFinal: false },
  })),
  text.map((said) => call(said, { path: said }, { threadId: said, ...result(said) })),
  text.map((said) => call('read_file', { file_path: said }, result(said))),
  text.map((said) => call('run_shell_command', { command: said }, { endedAt: null, status: 'running', output: said })),
  text.map((said) => call('run_shell_command', { command: said }, result(said, { data: { exitCode: 1 } }))),
  text.map((said) => call('x', {}, { status: 'failed', ...result(said, { isError: true, errorType: said }) })),
  text.map((said) => call('x', {}, { status: 'denied', decision: { ...denied, reason: said }, ...result(said) })),
  text.map((said) =>
    call(
      'replace',
      {},
      result('', { display: { type: 'diff', path: said, before: said, after: `${said}x\n${said}` } }),
    ),
  ),
  text.map((said): TranscriptItem => ({
    ...base,
    kind: 'thread',
    threadId: said,
    items: [],
    endedAt: null,
    reason: null,
  })),
  text.map((said): TranscriptItem => ({
    ...{ ...base, kind: 'answer', by: said, request: { kind: 'text', inputId: 'i', title: said } },
    outcome: { kind: 'text', text: said },
  })),
  text.map((said): TranscriptItem => ({ ...base, kind: 'notice', level: 'info', code: said, text: said })),
  text.map((said): TranscriptItem => ({ ...base, kind: 'error', code: said, message: said, hint: said, fatal: false })),
  text.map((said): TranscriptItem => ({ ...base, kind: 'changed', title: said, model: said, mode: null })),
  text.map((said): TranscriptItem => ({
    ...{ ...base, kind: 'ended', reason: 'failed', message: said, usage: null, startedAt: null, tally: null },
  })),
  text.map((said): TranscriptItem => ({ ...base, kind: 'custom', name: said, data: { said } })),
);
const views = fc.record({
  width: fc.integer({ min: 10, max: 120 }),
  isScreenReader: fc.boolean(),
  isUnfolded: fc.boolean(),
});
/** Styles, links, and a background up to the margin. */
const SEQUENCES = /\u001B\[[\d;]*m|\u001B\[K|\u001B\]8;;[\u0021-\u007E]*\u0007/g;

function check(rows: Lines, width: number): void {
  for (const row of rows) {
    expect(widthOf(row)).toBeLessThanOrEqual(width);
    expect(row.replaceAll(SEQUENCES, '')).not.toMatch(/[\u0000-\u001F\u007F-\u009F\u202A-\u202E]/);
  }
}

test('no row is too wide or has a control character, for any input', () => {
  fc.assert(
    fc.property(anyItem, views, (item, more) => {
      check(paintItem(item, { ...view, ...more }), more.width);
    }),
    { numRuns: 2000 },
  );
});

test('the same holds for items below each other', () => {
  fc.assert(
    fc.property(fc.array(anyItem, { maxLength: 6 }), views, (items, more) => {
      check(paintItems(items, { ...view, ...more }, null), more.width);
    }),
    { numRuns: 500 },
  );
});

test('what shares a row is painted together, and nothing is lost or moved', () => {
  fc.assert(
    fc.property(fc.array(anyItem, { maxLength: 8 }), (items) => {
      expect(toRuns(items).flat()).toEqual(items);
    }),
  );
});
