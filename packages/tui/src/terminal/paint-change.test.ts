import xterm from '@xterm/headless';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTheme } from '../paint/theme/create-theme.ts';
import { paintChange } from './paint-change.ts';

const { accent, strong, dim, danger } = createTheme('dark', { colours: 24 });

/** Every cell of the first row: its character, colors and attributes. */
async function cellsAfter(...written: readonly string[]): Promise<readonly string[]> {
  const terminal = new xterm.Terminal({ cols: 40, rows: 3, allowProposedApi: true });
  for (const text of written)
    await new Promise<void>((resolve) => {
      terminal.write(text, resolve);
    });
  const line = terminal.buffer.active.getLine(0);
  return Array.from({ length: 40 }, (_, column) => {
    const cell = line?.getCell(column);
    const look = [cell?.getFgColor(), cell?.isBold(), cell?.isDim(), cell?.isInverse()].join(' ');
    return `${cell?.getChars() === '' ? ' ' : (cell?.getChars() ?? '')} ${look}`;
  });
}

const word = fc
  .tuple(fc.string({ unit: fc.constantFrom('a', 'b', '─', '⠋', '⠹', ' '), maxLength: 6 }), fc.nat(4))
  .map(
    ([text, style]) => [text, accent(text), strong(text), dim(danger(text)), danger(`x${strong(text)}y`)][style] ?? '',
  );
const row = fc.array(word, { maxLength: 4 }).map((words) => words.join(''));

it('leaves the same cells as writing the whole row, for any two rows', async () => {
  await fc.assert(
    fc.asyncProperty(row, row, async (before, next) => {
      const change = paintChange(before, next);
      if (change === null) throw new Error('a plain row was not compared');
      expect(await cellsAfter(before, `\r${change}`)).toEqual(await cellsAfter(next));
    }),
    { numRuns: 300 },
  );
});

it('keeps the last cell of a full row', async () => {
  const [before, next] = [`${'a'.repeat(35)} 9 s─`, `${'a'.repeat(34)} 10 s─`];
  const full = ['\u001B[?7l', before, `\r${paintChange(before, next) ?? ''}`];
  expect(await cellsAfter(...full)).toEqual(await cellsAfter('\u001B[?7l', next));
});

it('writes only what differs', () => {
  const toRow = (sign: string, time: string): string =>
    `╭─ ${accent(sign)} Working · ${time} ${accent('─'.repeat(100))}`;
  const change = paintChange(toRow('⠋', '12 s'), toRow('⠹', '12 s')) ?? '';
  expect(change).toContain('⠹');
  expect(change).not.toMatch(/Working|──/);
  expect(paintChange(toRow('⠋', '12 s'), toRow('⠋', '13 s'))).not.toMatch(/Working|──/);
});

it.each([
  ['a link', '\u001B]8;;https://a.example\u0007a\u001B]8;;\u0007'],
  ['a background up to the margin', 'a\u001B[K'],
  ['wide characters', '漢'],
])('does not compare a row with %s', (_name, other) => {
  expect(paintChange('a', other)).toBeNull();
  expect(paintChange(other, 'a')).toBeNull();
});
