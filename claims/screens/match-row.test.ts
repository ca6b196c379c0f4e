import { expect, it } from 'vitest';
import { toAscii } from '../../packages/tui/src/terminal/to-ascii.ts';
import { matchRow } from './match-row.ts';
import { matchScreen } from './match-screen.ts';
import { parseExpected } from './read-expected.ts';

const same = (row: string): string => row;

it.each([
  ['  ✓ Run     npm test      exit 1 · »', '  ✓ Run     npm test  exit 1 · 2.4 s', undefined],
  [
    '  ✓ Run     npm test      exit 1 · »',
    '  ✓ Run     npm test   exit 1 · 2.4 s',
    '"exit 1 · 2.4 s" ends at 37, not 36',
  ],
  ['│ {n} of it   next', '│ 12 of it    next', undefined],
  ['│ {n} of it   next', '│ 12 of it     next', '"next" starts at 15, not 14'],
  ['╭─ Mode ────────── {>n} ─', '╭─ Mode ───────────── 7 ─', undefined],
  ['╭─ Mode ──────────', '╭─ Mode ─────────', 'ends at 17, not 18'],
  ['│ Needs approval', '│ Needs an approval', 'other text'],
])('compares %s with %s', (expected, shown, problem) => {
  expect(matchRow(expected, shown, same)).toBe(problem);
});

it('compares what the signs became', () => {
  expect(matchRow('╭─ {s} npm test -- x ── Esc ─', '+- | npm test -- x ---- Esc -', toAscii)).toBeUndefined();
});

const expected = parseExpected('# chat\n ❯ Hi\n\n ╭────\n@ There is no other.\n-│ ❯ Type\n+│ ❯ Write\n ╰────\n', 80);

it('lists a difference with its reason, and expects what is shown', () => {
  expect(expected.differences).toEqual([
    { screen: 'chat', columns: 80, reason: 'There is no other.', specified: ['│ ❯ Type'], shown: ['│ ❯ Write'] },
  ]);
  const rows = expected.screens.get('chat') ?? [];
  expect(matchScreen(rows, 'before\n❯ Hi\n\n\n╭────\n│ ❯ Write\n╰────', same)).toEqual([]);
  expect(matchScreen(rows, 'before\n❯ Hi\n\n╭────\n│ ❯ Type\n╰────', same)).toHaveLength(1);
});

it('has a reason for each difference', () => {
  expect(() => parseExpected('# chat\n+│ more\n', 80)).toThrow('no reason');
});
