import { expect, test } from 'vitest';
import type { EgressDecision } from './create-egress-proxy.ts';
import { decideHost } from './decide-host.ts';
import { addRefused, type RefusedHosts } from './refused-hosts.ts';

const nothing: RefusedHosts = { unlisted: [], private: [] };
const decide = (host: string, port: number, outcome: EgressDecision['outcome'] = 'not_listed'): EgressDecision => ({
  host,
  port,
  outcome,
});

test.each([
  ['example.com', 443, 'example.com'],
  ['example.com', 80, 'example.com'],
  ['example.com', 8443, 'example.com:8443'],
  ['2001:4860::1', 443, '[2001:4860::1]'],
  ['2001:4860::1', 8080, '[2001:4860::1]:8080'],
])('%s:%d is reported as the rule that allows it', (host, port, rule) => {
  const { unlisted } = addRefused(nothing, decide(host, port));
  expect(unlisted).toEqual([rule]);
  expect(decideHost(host, port, unlisted).ok).toBe(true);
});

test('reports each host once, without allowed and unknown ones', () => {
  const all = [
    decide('a.test', 443),
    decide('a.test', 443),
    decide('b.test', 443, 'private_address'),
    decide('c.test', 443, 'allowed'),
    decide('d.test', 443, 'unknown_host'),
  ];
  expect(all.reduce(addRefused, nothing)).toEqual({ unlisted: ['a.test'], private: ['b.test'] });
});

test('limits the number of reported hosts', () => {
  const all = Array.from({ length: 500 }, (_, n) => decide(`h${n}.test`, 443));
  expect(all.reduce(addRefused, nothing).unlisted).toHaveLength(20);
});
