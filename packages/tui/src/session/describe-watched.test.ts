import { expect, it } from 'vitest';
import { viewOf } from '../../../../tests/tui/view-of.ts';
import { paintRule } from '../paint/frame/paint-rule.ts';
import { describeWatched } from './describe-watched.ts';

const running = { kind: 'running', pid: 4127, host: 'ada-laptop', canSend: true } as const;
const ended = { kind: 'ended', pid: 4127, host: 'ada-laptop', at: '', isAlive: () => false } as const;
const words = { left: ['⠹ Running npm test · 12 s', '⠹ Running npm test'], right: ['Esc to interrupt'] };
const style = (text: string): string => text;

it.each([
  [
    120,
    '╭─ ⠹ Running npm test · 12 s ───────────────────────────────────────────────────── watching process 4127 on ada-laptop ─',
  ],
  [80, '╭─ ⠹ Running npm test · 12 s ───────────── watching process 4127 on ada-laptop ─'],
  [40, '╭─ ⠹ Running npm test ─────── watching ─'],
])('names the watched process at %i columns', (width, rule) => {
  expect(paintRule('top', describeWatched(running, words, viewOf(width)), { width, style })).toBe(rule);
});

it('says that the process has ended', () => {
  const rule = paintRule('top', describeWatched(ended, words, viewOf(80)), { width: 80, style });
  expect(rule).toMatch(/^╭─ ! Process 4127 ended · Tab to answer ─+ watching ─$/);
});
