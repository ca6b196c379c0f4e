import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSecretFilter } from './create-secret-filter.ts';

const KEY = 'AIzaSy-canary_0123456789';
const redact = createSecretFilter([KEY, 'tiny']);

describe('a secret is left out', () => {
  test.each([
    ['as it is', `a ${KEY} b`, 'a [redacted] b'],
    ['in hexadecimal', `<${Buffer.from(KEY).toString('hex')}>`, '<[redacted]>'],
    ['in hexadecimal of upper case', Buffer.from(KEY).toString('hex').toUpperCase(), '[redacted]'],
    ['in a URL', `?k=${encodeURIComponent(KEY).replaceAll('-', '%2D')}&b`, '?k=[redacted]&b'],
    ['in base64', Buffer.from(KEY).toString('base64'), '[redacted]'],
  ])('%s', (_, text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  test('in base64 wherever it stands in what was encoded, in either alphabet and in lines', () => {
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

  test('in a URL however much of it is escaped', () => {
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

test('other text is the very same', () => {
  const text = `tiny 100% of ${'QUJD'.repeat(30)}\n${'QUJD'.repeat(30)} and \u{1F9A2}`;
  expect(redact(text)).toBe(text);
  expect(createSecretFilter([])(KEY)).toBe(KEY);
});

test('a long text takes as long as its length', () => {
  const line = `${'QUJD'.repeat(19)}\n`;
  const started = performance.now();
  expect(redact(line.repeat(20_000))).toHaveLength(line.length * 20_000);
  expect(redact('A'.repeat(2_000_000))).toHaveLength(2_000_000);
  expect(redact('%41'.repeat(500_000))).toHaveLength(1_500_000);
  expect(performance.now() - started).toBeLessThan(5000);
});
