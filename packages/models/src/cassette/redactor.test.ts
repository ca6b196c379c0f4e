import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor } from './redactor.ts';

const redact = createRedactor([]);
// Assembled here, so that secret scanners find no key in this repository.
const fake = (...pieces: string[]): string => pieces.join('');
const random = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0';
const pem = [
  '-----BEGIN RSA PRIVATE KEY-----',
  'Proc-Type: 4,ENCRYPTED',
  '',
  `${random}+/${random}==`,
  '-----END RSA PRIVATE KEY-----',
];

describe('text that looks like a key is replaced', () => {
  test.each<[string, string]>([
    ['Google, API key', fake('AIza', random.slice(0, 35))],
    ['Google, access token', fake('ya29', '.', random)],
    ['OpenAI', fake('sk-', random)],
    ['OpenAI, project', fake('sk-proj-', random, '_', random)],
    ['Anthropic', fake('sk-ant-api03-', random, '-', random)],
    ['GitHub', fake('ghp_', random.slice(0, 36))],
    ['GitHub, OAuth', fake('gho_', random.slice(0, 36))],
    ['GitHub, fine-grained', fake('github_pat_', random, '_', random)],
    ['AWS', fake('AKIA', 'ABCDEFGHIJ234567')],
    ['AWS, temporary', fake('ASIA', 'ABCDEFGHIJ234567')],
    ['Slack', fake('xoxb-', '123456789012-', random)],
    ['a bearer', `Bearer ${random}`],
    ['a bearer in lowercase', `bearer ${random}==`],
    ['a JWT', fake('eyJhbGciOiJIUzI1NiJ9', '.eyJzdWIiOiIxMjM0In0', '.', random)],
    ['a private key', pem.join('\n')],
    ['a private key on one line, as in JSON', pem.join(String.raw`\n`)],
    ['a truncated private key', pem.slice(0, -2).join('\n')],
  ])('%s', (_, key) => {
    expect(redact(`a "${key}" b`)).toBe('a "[redacted]" b');
    expect(redact(`key=${key}`)).toBe('key=[redacted]');
    expect(redact(key)).toBe('[redacted]');
  });

  test('several keys', () => {
    expect(redact(`${fake('sk-', random)} and ${fake('ghp_', random)}`)).toBe('[redacted] and [redacted]');
  });
});

test.each([
  'a task-oriented-approach-to-everything-here',
  'Bearer authentication',
  'sk-learn, ghp_ and AIza are how they start',
  'the risk-adjusted-return-of-something-else',
  "if (text.includes('-----BEGIN CERTIFICATE-----')) return;",
  'eyJ is how a token starts. So is eyJhbGciOiJIUzI1NiJ9 alone',
  '0123456789abcdef0123456789abcdef01234567',
])('other text is unchanged: %s', (text) => {
  expect(redact(text)).toBe(text);
});

describe('a known secret is replaced', () => {
  const known = createRedactor(['hunter2', 'hunter2-and-more', 'tiny', ' spaced out\n', 'with "quotes" & $1', '']);
  test.each([
    ['literally', 'xhunter2x', 'x[redacted]x'],
    ['at every position', 'hunter2hunter2', '[redacted][redacted]'],
    ['the longer of two as a whole', 'hunter2-and-more', '[redacted]'],
    ['without the whitespace around it', 'spaced out', '[redacted]'],
    ['with special characters of patterns', 'with "quotes" & $1', '[redacted]'],
    ['in JSON', String.raw`{"a":"with \"quotes\" & $1"}`, '{"a":"[redacted]"}'],
    ['in a URL', 'a?b=with%20%22quotes%22%20%26%20%241', 'a?b=[redacted]'],
    ['unless it is short and may be a word', 'tiny', 'tiny'],
  ])('%s', (_, text, expected) => {
    expect(known(text)).toBe(expected);
  });

  test('before text that looks like a key and could end inside it', () => {
    expect(createRedactor(['abcdefghijklmnopqrst uvw'])('Bearer abcdefghijklmnopqrst uvw')).toBe('Bearer [redacted]');
  });

  test('for any secret and any surrounding text', () => {
    const odd = fc.constantFrom('a', '7', '$', '&', '\\', '"', '%', '(', '[', ']', '-', '|', '🪢', '\ud800', '\n', ' ');
    const secrets = fc.string({ unit: odd, minLength: 6 }).filter((text) => text.trim().length >= 6);
    fc.assert(
      fc.property(secrets, fc.string(), fc.string(), (secret, before, after) => {
        const clean = createRedactor([secret])(`${before}${secret}${after}`);
        expect(clean.replaceAll('[redacted]', '')).not.toContain(secret.trim());
      }),
    );
  });
});

test('redacting twice gives the same result as once', () => {
  const pieces = fc.constantFrom(
    'sk-',
    'AIza',
    random,
    'Bearer ',
    '-----BEGIN PRIVATE KEY-----',
    '.',
    '\n',
    'eyJ',
    '[redacted]',
  );
  fc.assert(
    fc.property(fc.array(pieces), (texts) => {
      const once = redact(texts.join(''));
      expect(redact(once)).toBe(once);
    }),
  );
});

describe('redacting hostile text takes linear time', () => {
  test.each([
    'a',
    'sk-',
    'sk-a ',
    'AIza',
    'AIzaaaaaaaaaaaaaaaaaaaaaaaaaaa ',
    'ya29.',
    'eyJ',
    'eyJaaaaaaaa.',
    'eyJaaaaaaaa.a ',
    '.eyJaaaaaaaa',
    'xoxb-',
    'ghp_',
    'github_pat_',
    'AKIA',
    'Bearer ',
    'Bearer        ',
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----a',
    '-----BEGIN ',
    '-----END PRIVATE KEY-----',
    '-',
    'hunter',
  ])('with 1 MB of %j', (piece) => {
    const known = createRedactor(['hunter2', 'hunterhunter2']);
    const timed = (length: number): number => {
      const text = piece.repeat(Math.ceil(length / piece.length));
      const times = [0, 1, 2].map(() => {
        const before = performance.now();
        known(text);
        return performance.now() - before;
      });
      return Math.min(...times);
    };
    timed(1 << 12);
    // The text is 16 times as long; quadratic time would take 256 times as long.
    expect(timed(1 << 20) / Math.max(timed(1 << 16), 0.5)).toBeLessThan(200);
  });

  test.each(['sk-', '-----BEGIN PRIVATE KEY-----'])('and works with 20 MB that start with %j', (piece) => {
    const length = 20 << 20;
    const text = `${piece.repeat(10)}${'a'.repeat(length)}`;
    expect(redact(text).length).toBeLessThanOrEqual(text.length);
    expect(() => redact(piece.repeat(length / piece.length))).not.toThrow();
  });
});
