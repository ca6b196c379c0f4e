import { expect, test } from 'vitest';
import { describeHop } from './describe-hop.ts';

test.each([
  ['https://a.example/', 'https://a.example/b', 'stays'],
  ['http://a.example/', 'https://www.a.example/', 'stays'],
  ['http://www.a.example:8080/', 'https://a.example./', 'stays'],
  ['http://a.example/', 'http://a.example:8080/', 'leaves'],
  ['https://a.example/', 'https://b.a.example/', 'leaves'],
  ['https://a.example/', 'http://a.example/', 'downgrades'],
])('a redirect from %s to %s %s', (from, to, hop) => {
  expect(describeHop(new URL(from), new URL(to))).toBe(hop);
});
