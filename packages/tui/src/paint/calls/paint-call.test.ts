import { expect, it } from 'vitest';
import type { CallItem } from '../../transcript/transcript.ts';
import { createTheme } from '../theme/create-theme.ts';
import { paintCall } from './paint-call.ts';

const at = '2026-01-01T00:00:00.000Z';
const view = {
  ...{ width: 60, theme: createTheme('plain', { colours: 0 }), isScreenReader: false, workspace: '/w' },
  ...{ isUnfolded: false, now: Date.parse(at) },
};
const nothing = { content: [{ type: 'text' as const, text: '(no output)' }], display: null, isError: false };
const ran: CallItem = {
  ...{ id: '1', at, threadId: null, kind: 'call', callId: 'c', name: 'run_shell_command', args: { command: 'true' } },
  ...{ effect: 'read', status: 'finished', startedAt: at, endedAt: at, rule: null, display: null, output: '' },
  ...{ result: { ...nothing, errorType: null, data: { exitCode: 0 } }, answerId: 'a', decision: null },
};
const decided = { kind: 'confirmation' as const, digest: 'd' };

it('does not say that a command was allowed once, because it ran', () => {
  const [row] = paintCall({ ...ran, decision: { ...decided, outcome: 'once' } }, view);
  expect(row).toMatch(/^ {4}✓ Run {5}true +no output$/);
});

it.each<[string, CallItem['args'], string]>([
  ['run_shell_command', { command: 'touch hidden.txt\recho hello' }, 'touch hidden.txt␍echo hello'],
  ['run_shell_command', { command: 'rm\b\bls' }, 'rm␈␈ls'],
  ['run_shell_command', { command: 'rm \u001B]0;-rf x\u0007y\r' }, 'rm ␛]0;-rf x␇y␍'],
  ['write_file', { file_path: '/w/secret.ts\rREADME.md' }, 'secret.ts␍README.md'],
  ['write_file', { file_path: '\uFEFFREADME.md' }, '⟨U+FEFF⟩README.md'],
])('shows all of what %s does in one row: %j', (name, args, expected) => {
  for (const status of ['awaiting', 'running', 'finished'] as const)
    expect(paintCall({ ...ran, name, args, status }, view)[0]).toContain(` ${expected} `);
});

it('redraws lines only in the output of a command', () => {
  const content = [{ type: 'text' as const, text: 'one\rtwo\nlast' }];
  const result = { ...nothing, content, errorType: null, data: null };
  const paint = (name: string): readonly string[] =>
    paintCall({ ...ran, name, result }, { ...view, isUnfolded: true }).map((row) => row.trim());
  expect(paint('run_shell_command').slice(1)).toEqual(['two', 'last']);
  expect(paint('read_file').slice(1)).toEqual(['one␍two', 'last']);
  const running = { ...ran, status: 'running' as const, result: null, output: 'one\rtwo' };
  expect(paintCall(running, view)[1]?.trim()).toBe('two');
  expect(paintCall({ ...running, name: 'github__get' }, view)[1]?.trim()).toBe('one␍two');
});

it('says that a command is allowed for longer', () => {
  const [row] = paintCall({ ...ran, decision: { ...decided, outcome: 'session' } }, view);
  expect(row).toMatch(/no output · allowed for this session$/);
});

it('says for a command that the user stopped only that, without the words for the model', () => {
  const item: CallItem = {
    ...{ id: 'c', at: '', threadId: null, kind: 'call', callId: 'c', name: 'run_shell_command', effect: 'execute' },
    ...{ status: 'interrupted', startedAt: '2026-01-01T00:00:00.000Z', endedAt: '2026-01-01T00:00:03.000Z' },
    ...{ rule: null, display: null, output: '', answerId: 'a', decision: null, args: { command: 'sleep 9' } },
    result: {
      content: [{ type: 'text', text: 'aborted before it finished' }],
      ...{ display: null, isError: true, errorType: 'aborted', data: null },
    },
  };
  expect(paintCall(item, { ...view, width: 80 })).toEqual([
    '    ✗ Run     sleep 9                                        interrupted · 3.0 s',
  ]);
});
