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
