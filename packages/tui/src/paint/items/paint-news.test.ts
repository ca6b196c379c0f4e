import { expect, test } from 'vitest';
import type { TranscriptItem } from '../../transcript/transcript.ts';
import { createTheme } from '../theme/create-theme.ts';
import { paintItem } from './paint-item.ts';

const at = '2026-01-01T00:00:00.000Z';
const base = { id: '1', at, threadId: null };
const retry = {
  ...base,
  ...({ kind: 'retry', code: 'MODEL_UNAVAILABLE', message: 'used up', count: 2, attempts: 4 } as const),
  ...{ model: 'gemini-2.5-pro', status: 503 },
};
const error = { ...base, kind: 'error', fatal: true, model: 'gemini-2.5-pro' } as const;
const none = { usage: null, startedAt: null, tally: null };
const ended = { ...base, ...none, kind: 'ended', reason: 'failed', message: 'used up' } as const;

test.each<[string, TranscriptItem, readonly string[]]>([
  ['a retry in progress', { ...retry, endedAt: null }, []],
  [
    'a finished retry',
    { ...retry, endedAt: '2026-01-01T00:00:21.000Z' },
    ['  ! gemini-2.5-pro was overloaded; retried 2 times (21 s)'],
  ],
  [
    'a single retry',
    { ...retry, count: 1, endedAt: '2026-01-01T00:00:02.000Z' },
    ['  ! gemini-2.5-pro was overloaded; retried once (2 s)'],
  ],
  [
    'a failure that was not retried, because the user stopped it',
    { ...retry, count: 1, isStopped: true, endedAt: '2026-01-01T00:00:03.000Z' },
    ['  ! gemini-2.5-pro was overloaded'],
  ],
  [
    'retries that the user stopped',
    { ...retry, count: 3, isStopped: true, endedAt: '2026-01-01T00:00:21.000Z' },
    ['  ! gemini-2.5-pro was overloaded; retried 2 times (21 s)'],
  ],
  [
    'a retry for another reason',
    { ...retry, code: 'MODEL_INVALID_ANSWER', status: null, endedAt: '2026-01-01T00:00:02.000Z' },
    ['  ! gemini-2.5-pro sent an invalid answer; retried 2 times', '    (2 s)'],
  ],
  [
    'a model that cannot be reached',
    {
      ...{ ...error, code: 'MODEL_UNREACHABLE', hint: 'Cannot resolve it' },
      message: 'Cannot reach gemini-2.5-pro: fetch failed (getaddrinfo ENOTFOUND x)',
    },
    ["  ✗ Can't reach gemini-2.5-pro (DNS lookup failed). Check", '    your network; /retry'],
  ],
  [
    'another failure of a model, with its hint on the same row',
    { ...error, code: 'MODEL_QUOTA', message: 'Used up.', hint: 'Wait' },
    ['  ✗ Used up. Wait; /retry'],
  ],
  ['an end already reported by an error', { ...ended, isTold: true }, []],
  [
    'a warning that names a command',
    { ...base, kind: 'notice', level: 'warning', code: 'SURFACE', text: 'ignored here: bowline trust add' },
    ['  ! ignored here: /trust'],
  ],
  [
    'an end before a message was received',
    { ...ended, reason: 'aborted', message: null, unseen: 1 },
    ['  Stopped', "  Your last message wasn't answered. The model will read it", '  with your next one.'],
  ],
  ['an end not reported by an error', ended, ['  Failed: used up']],
])('%s', (_name, item, rows) => {
  const theme = createTheme('plain', { colours: 0 });
  const view = { width: 60, theme, isScreenReader: false, workspace: '/w', isUnfolded: false, now: Date.parse(at) };
  expect(paintItem(item, view)).toEqual(rows);
});
