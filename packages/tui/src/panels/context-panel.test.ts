import type { AgentEvent } from '@bowline/protocol';
import { expect, it } from 'vitest';
import { sectionRows } from '../../../../tests/tui/open-panel.tsx';
import { viewOf } from '../../../../tests/tui/view-of.ts';
import { widthOf } from '../paint/layout/wrap.ts';
import { paintContext } from './context-panel.tsx';
import { readContext } from './read-context.ts';

const at = '2026-01-01T00:00:00.000Z';
const known = { instruction: 18_200, memory: 2100, memoryFiles: 2, window: 1_000_000, compressAt: 0.7 };

async function* played(events: readonly object[]): AsyncGenerator<AgentEvent> {
  for (const [n, event] of events.entries()) yield { id: `${n + 1}`, at, ...event } as AgentEvent;
}

const text = (length: number): readonly object[] => [{ type: 'text', text: 'x'.repeat(length) }];
const call = (callId: string, name: string, args: object): object => ({
  type: 'tool_request',
  callId,
  name,
  args,
  effect: 'read',
});
const result = (callId: string, name: string, length: number): object => ({
  type: 'tool_response',
  callId,
  name,
  content: text(length),
  isError: false,
});

const conversation = [
  { type: 'message', role: 'user', messageId: 'm1', content: text(100) },
  call('a', 'read_file', { file_path: 'logs/build.txt' }),
  result('a', 'read_file', 4000),
  call('b', 'run_shell_command', { command: 'npm test' }),
  result('b', 'run_shell_command', 2000),
  call('c', 'web_fetch', { url: 'https://a.example' }),
  result('c', 'web_fetch', 300),
  { type: 'message', role: 'agent', messageId: 'm2', content: text(200) },
];

it('measures a conversation by kind, and names what is largest', async () => {
  const { characters, largest } = await readContext(played(conversation), '/w');
  expect(characters).toEqual({ messages: 300, files: 4000, commands: 2000, results: 300 });
  expect(largest.map(({ name }) => name)).toEqual(['logs/build.txt', 'npm test']);
});

it('does not count what was rewound', async () => {
  const rewound = [...conversation, { type: 'rewound', to: 1 }];
  const { characters } = await readContext(played(rewound), '/w');
  expect(characters).toEqual({ messages: 100, files: 0, commands: 0, results: 0 });
});

it.each([120, 80, 40])(
  'has one row for each part, none wider than %i columns, and sums up to the last request',
  async (columns) => {
    const size = await readContext(played(conversation), '/w');
    const use = { tokens: 412_000, window: 1_000_000 };
    const rows = sectionRows(paintContext({ known, conversation: size, use }, viewOf(columns), 12), viewOf(columns));
    expect(rows.every((row) => widthOf(row) <= columns)).toBe(true);
    expect(rows[0]).toContain(columns === 40 ? '41%' : '412k of 1M tokens · 41%');
    expect(rows.join('\n')).toMatch(/Free .*588k {2}59%/);
  },
);

it('says that parts of less than one percent are there, as does the title', async () => {
  const size = await readContext(played([]), '/w');
  const few = { ...known, instruction: 600, memory: 6 };
  const rows = sectionRows(paintContext({ known: few, conversation: size, use: null }, viewOf(80), 12), viewOf(80));
  expect(rows[0]).toContain('606 of 1M tokens · <1%');
  expect(rows.join('\n')).toMatch(/System and tools .* 600 {2}<1%/);
  expect(rows.join('\n')).toMatch(/Messages .* 0 {3}0%/);
  expect(rows.join('\n')).toMatch(/Free .* >99%/);
});

it('is an estimate before the first request', async () => {
  const size = await readContext(played([]), '/w');
  const { title } = paintContext({ known, conversation: size, use: null }, viewOf(80), 12);
  expect(title.right[0]).toContain('20.3k of 1M tokens · 2%');
});
