import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { toPicture } from '../../scripts/pictures/to-picture.ts';
import { readPicture, type PlacedText } from './read-picture.ts';

const folder = join(import.meta.dirname, '../../docs/pictures');
const CELL = { width: 8.4, height: 18 };
const MARGIN = 14;

/** The rows of a screen, computed only from where the browser placed the characters. */
function toRows(texts: readonly PlacedText[]): readonly string[] {
  const rows: string[][] = [];
  for (const { character, x, y } of texts.flatMap((text) => text.placed)) {
    if (character === ' ') continue;
    const row = (rows[Math.round((y - MARGIN - 14) / CELL.height)] ??= []);
    const column = Math.round((x - MARGIN) / CELL.width);
    while (row.length < column) row.push(' ');
    row[column] = character;
  }
  return Array.from(rows, (row: string[] | undefined) => row?.join('') ?? '');
}

/** The largest distance of a character in a picture from its column, in cells. */
function worstShift(texts: readonly PlacedText[]): number {
  const shifts = texts.flatMap(({ placed }) => {
    const start = placed[0]?.x ?? Number.NaN;
    return placed.map(({ x }, index) => Math.abs(x - start - index * CELL.width) / CELL.width);
  });
  return Math.max(...shifts);
}

/** Each picture exists for dark and for light. */
const withoutLook = (name: string): string => name.replace(/-(?:dark|light)\.svg$/, '');

describe('Pictures in Chromium', () => {
  it('A picture shows each character of the screen in its own row and column', async () => {
    const screen = [
      'case              │ before      │ now',
      '    indented by four',
      '',
      'a \u001B[1mbold   word\u001B[0m  and   more',
      'end',
    ];
    const svg = await toPicture(screen.join('\r\n'), { columns: 40, rows: 6, isDark: true, title: 'Table' });
    expect(toRows(readPicture(svg))).toEqual(screen.map(stripVTControlCharacters));
  });

  it.each(readdirSync(folder).filter((name) => name.endsWith('.svg')))(
    '%s shows each of its characters in its column',
    (name) => {
      const texts = readPicture(readFileSync(join(folder, name), 'utf8'));
      expect(texts.length).toBeGreaterThan(5);
      for (const { text, placed } of texts) expect(placed.map(({ character }) => character).join('')).toBe(text);
      expect(worstShift(texts)).toBeLessThan(0.5);
    },
  );

  it('Documents show only pictures that exist, and every picture is shown', () => {
    const docs = join(folder, '..');
    const pages = readdirSync(docs).filter((name) => name.endsWith('.md'));
    const text = [join(docs, '../README.md'), ...pages.map((name) => join(docs, name))]
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n');
    const shown = [...text.matchAll(/pictures\/([\w-]+\.\w+)/g)].map(([, name = '']) => withoutLook(name));
    const made = readdirSync(folder).map(withoutLook);
    expect(new Set(shown)).toEqual(new Set(made));
  });
});
