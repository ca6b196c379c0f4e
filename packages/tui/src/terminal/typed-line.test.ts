import xterm from '@xterm/headless';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TypedLine } from '../paint/layout/typed-line.ts';
import { widthOf } from '../paint/layout/wrap.ts';
import { paintTyping, toShownLine, type ShownLine } from './typed-line.ts';

const COLUMNS = 30;
const line = (text: string, cursor = text.length): TypedLine => ({ label: 'Message:', text, cursor });
const shown = (text: string, cursor?: number) => toShownLine(line(text, cursor), COLUMNS);

describe('typing', () => {
  it.each<readonly [string, readonly [ShownLine, ShownLine], string]>([
    ['a character', [shown('a'), shown('ab')], 'b'],
    ['backspace', [shown('ab'), shown('a')], '\r\u001B[10C\u001B[0m\u001B[K'],
    ['backspace over two cells', [shown('漢'), shown('')], '\r\u001B[9C\u001B[0m\u001B[K'],
    ['a move to the left', [shown('ab'), shown('ab', 1)], '\r\u001B[10C'],
    ['a move to the right', [shown('ab', 0), shown('ab', 1)], 'a'],
    ['an insertion', [shown('ac', 1), shown('abc', 2)], '\r\u001B[KMessage: abc\r\u001B[11C'],
    ['another text', [shown('ab'), shown('xy')], '\r\u001B[KMessage: xy'],
    ['nothing', [shown('ab'), shown('ab')], ''],
  ])('writes only what changes: %s', (_name, [before, next], written) => {
    expect(paintTyping(before, next)).toBe(written);
  });

  it('writes the whole line at first, and for another purpose', () => {
    expect(paintTyping(null, shown('ab'))).toBe('\r\u001B[KMessage: ab');
    expect(paintTyping(shown('ab'), { ...shown('ab'), label: 'Search:' })).toBe('\r\u001B[KSearch: ab');
  });
});

it('stays within one row, and shows what a line editor would show', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '漢', 'é'), maxLength: 60 });
  const steps = fc.array(fc.tuple(text, fc.nat(60)), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(steps, async (texts) => {
      const terminal = new xterm.Terminal({ cols: COLUMNS, rows: 4, allowProposedApi: true });
      terminal.write('above\r\n');
      let before: ReturnType<typeof shown> | null = null;
      for (const [typed, at] of texts) {
        const characters = Array.from(typed);
        const next = shown(typed, characters.slice(0, at).join('').length);
        const written = paintTyping(before, next);
        expect(written).not.toMatch(/[\b]/);
        terminal.write(written);
        before = next;
      }
      await new Promise<void>((resolve) => {
        terminal.write('', resolve);
      });
      const { active } = terminal.buffer;
      const row = (at: number): string => active.getLine(at)?.translateToString(true) ?? '';
      expect(row(0)).toBe('above');
      expect(row(1).trimEnd()).toBe(`Message: ${before?.left ?? ''}${before?.right ?? ''}`.trimEnd());
      expect(row(2)).toBe('');
      expect([active.cursorY, active.cursorX]).toEqual([1, widthOf(`Message: ${before?.left ?? ''}`)]);
      terminal.dispose();
    }),
    { numRuns: 60 },
  );
});
