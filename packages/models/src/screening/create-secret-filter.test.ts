import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSecretFilter } from './create-secret-filter.ts';

const KEY = 'AIzaSy-canary_0123456789';
const redact = createSecretFilter([KEY, 'tiny']);

describe('a secret is redacted', () => {
  test.each([
    ['literally', `a ${KEY} b`, 'a [redacted] b'],
    ['in hexadecimal', `<${Buffer.from(KEY).toString('hex')}>`, '<[redacted]>'],
    ['in uppercase hexadecimal', Buffer.from(KEY).toString('hex').toUpperCase(), '[redacted]'],
    ['in a URL', `?k=${encodeURIComponent(KEY).replaceAll('-', '%2D')}&b`, '?k=[redacted]&b'],
    ['in base64', Buffer.from(KEY).toString('base64'), '[redacted]'],
  ])('%s', (_, text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  test('in base64 at any position, in both alphabets and in lines', () => {
    const anything = fc.uint8Array({ maxLength: 60 });
    const wholeSecret = fc
      .string({ unit: 'binary', minLength: 12, maxLength: 60 })
      .filter((text) => text.trim() === text);
    fc.assert(
      fc.property(
        wholeSecret,
        fc.tuple(anything, anything),
        fc.integer({ min: 16, max: 80 }),
        (secret, [before, after], width) => {
          const bytes = Buffer.concat([before, Buffer.from(secret), after]);
          const lines = bytes.toString('base64').replaceAll(new RegExp(`(.{${width}})`, 'g'), '$1\n');
          for (const text of [bytes.toString('base64'), bytes.toString('base64url'), lines])
            expect(createSecretFilter([secret])(text)).toContain('[redacted]');
        },
      ),
      { numRuns: 30 },
    );
  });

  /** Prints bytes like a dump program: bytes per line, grouping, offsets, and text at the end of a line. */
  const dump = (bytes: Buffer, { width = 16, group = 1, offset = '', text = '' }): string => {
    const lines = Array.from({ length: Math.ceil(bytes.length / width) }, (_, n) => {
      const row = bytes.subarray(n * width, (n + 1) * width);
      const hex = row.toString('hex').replaceAll(new RegExp(`(.{${group * 2}})(?=.)`, 'g'), '$1 ');
      const at = offset === '' ? '' : `${(n * width).toString(16).padStart(8, '0')}${offset}`;
      const shown = text === '' ? '' : `  ${text}${row.toString('latin1').replaceAll(/[^ -~]/g, '.')}${text}`;
      return `${at}${hex}${shown}`;
    });
    return lines.join('\n');
  };

  test.each([
    ['xxd -p', { width: 30, group: 99 }],
    ['xxd', { group: 2, offset: ': ', text: ' ' }],
    ['od -An -tx1', {}],
    ['od -tx1', { offset: ' ' }],
    ['hexdump -C', { offset: '  ', text: '|' }],
  ])('in the output of %s, in either case, including its text column', (_, how) => {
    for (let before = 0; before < 40; before += 1) {
      const printed = dump(Buffer.from(`${'x'.repeat(before)}${KEY} and more`), how);
      for (const text of [printed, printed.toUpperCase()]) {
        const left = redact(text);
        expect(left).toContain('[redacted]');
        expect(left).not.toMatch(/6e6172795f|6e 61 72 79 5f|0123456789/i);
      }
    }
  });

  test('in base64 in short lines, and escaped twice in JSON', () => {
    const lines = Buffer.from(`a ${KEY} b`)
      .toString('base64')
      .replaceAll(/(.{10})/g, '$1\n');
    expect(redact(lines)).toContain('[redacted]');
    const quoted = 'a"b\\c-0123456789';
    const twice = JSON.stringify(JSON.stringify({ quoted }));
    expect(createSecretFilter([quoted])(twice)).not.toContain('0123456789');
  });

  test('in a URL with any part of it escaped', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 8 }), fc.infiniteStream(fc.boolean()), (given, escapes) => {
        const secret = given.trim();
        fc.pre(secret.length >= 8);
        const spelled = Array.from(secret, (char) => {
          const bytes = [...Buffer.from(char)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
          return escapes.next().value ? bytes : char;
        }).join('');
        expect(createSecretFilter([secret])(`a=${spelled}&%20`)).toContain('[redacted]');
      }),
    );
  });
});

test('other text is returned unchanged', () => {
  const text = `tiny 100% of ${'QUJD'.repeat(30)}\n${'QUJD'.repeat(30)} and \u{1F9A2}`;
  expect(redact(text)).toBe(text);
  expect(createSecretFilter([])(KEY)).toBe(KEY);
});

test('filtering a long text takes linear time', () => {
  const line = `${'QUJD'.repeat(19)}\n`;
  const started = performance.now();
  expect(redact(line.repeat(20_000))).toHaveLength(line.length * 20_000);
  expect(redact('A'.repeat(2_000_000))).toHaveLength(2_000_000);
  expect(redact('%41'.repeat(500_000))).toHaveLength(1_500_000);
  expect(performance.now() - started).toBeLessThan(5000);
});
