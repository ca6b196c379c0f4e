import { describe, expect, it } from 'vitest';
import { checkContent } from './check-content.ts';

const begin = '-----BEGIN';
const x = (length: number): string => 'x1'.repeat(length / 2);

describe('secrets', () => {
  it.each([
    ['a private key', `${begin} RSA PRIVATE KEY-----\nMII`, 'danger'],
    ['a private key', `${begin} PRIVATE KEY-----`, 'danger'],
    ['a private key', `${begin} PGP PRIVATE KEY BLOCK-----`, 'danger'],
    ['a Google API key', `key = "AIza${x(36)}"`, 'danger'],
    ['a Google access token', `ya29.${x(40)}`, 'danger'],
    ['an API key', `OPENAI=sk-proj-${x(40)}`, 'danger'],
    ['an API key', `sk-ant-api03-${x(40)}`, 'danger'],
    ['a Stripe key', `sk_live_${x(24)}`, 'danger'],
    ['a GitHub token', `ghp_${x(36)}`, 'danger'],
    ['a GitHub token', `github_pat_${x(40)}`, 'danger'],
    ['a GitLab token', `glpat-${x(20)}`, 'danger'],
    ['an AWS key', `AKIA${'ABCD'.repeat(4)}`, 'danger'],
    ['a Slack token', `xoxb-${x(20)}`, 'danger'],
    ['an npm token', `npm_${x(36)}`, 'danger'],
    ['a Hugging Face token', `hf_${x(34)}`, 'danger'],
    ['a bearer token', `Authorization: Bearer ${x(32)}`, 'warning'],
    ['a JSON web token', `eyJ${x(20)}.eyJ${x(20)}.${x(20)}`, 'warning'],
    ['a password in a URL', 'postgres://admin:hunter22@db.example/x', 'warning'],
  ])('%s', (kind, text, severity) => {
    expect(checkContent(`first line\n${text}\n`)).toEqual([
      { check: 'secret', severity, message: `has what looks like ${kind} in line 2` },
    ]);
  });

  it.each([
    'const skip = "sk-folding-cube-with-a-long-name";',
    'https://example.com/a:b@c',
    'global-navigation-bar-container-wide',
    'git+ssh://git@github.com/a/b.git',
    'postgres://${USER}:${PASSWORD}@db',
    'class AKIAlike {}',
    'see task-management-for-more-about-it',
  ])('are not found in %s', (text) => {
    expect(checkContent(text)).toEqual([]);
  });

  it('are counted by kind, and never quoted', () => {
    const key = `ghp_${x(36)}`;
    const [finding, ...others] = checkContent(`a\n${key}\n${key}`);
    expect(others).toEqual([]);
    expect(finding?.message).toBe('has what looks like a GitHub token in 2 places, the first in line 2');
  });

  it('may be lost if their placeholder is written, which is a warning', () => {
    expect(checkContent('a\nkey = "[redacted]"')).toMatchObject([{ check: 'secret', severity: 'warning' }]);
  });
});

it('reports invisible characters', () => {
  expect(checkContent('a\u202Eb\n\u200B')).toEqual([
    {
      check: 'hidden_text',
      severity: 'danger',
      message: 'has characters that reverse the text direction, so the text differs from how it looks in line 1',
    },
    { check: 'hidden_text', severity: 'warning', message: 'has zero-width characters in line 2' },
  ]);
});

/** Fifty times the text would take 2,500 times as long in quadratic time. */
it.each([
  ['AIza', 'AIza'],
  ['eyJ', 'eyJ'],
  ['words that begin like a token', 'eyJaaaaaaaaaaaaaaaa '],
  ['addresses', 'a://a:'],
  ['long names in addresses', `a://${'a'.repeat(64)}:${'b'.repeat(128)} `],
  ['bearers', 'Bearer '],
  ['beginnings of keys', '-----BEGIN '],
  ['dashes', '-'],
  ['joiners', '\u200D'],
  ['tags', '\u{E0061}'],
])('takes linear time: %s', (_, piece) => {
  const timeOf = (length: number): number => {
    const text = piece.repeat(Math.ceil(length / piece.length));
    const start = performance.now();
    checkContent(text);
    return performance.now() - start;
  };
  timeOf(20_000);
  const short = Math.max(0.2, Math.min(timeOf(20_000), timeOf(20_000)));
  expect(Math.min(timeOf(1_000_000), timeOf(1_000_000))).toBeLessThan(5000 * short);
});
