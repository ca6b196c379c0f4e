import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkNode } from './check-node.ts';

test.each(['18.20.4', '20.19.0', '22.12.0'])('Node %s is too old', (version) => {
  expect(checkNode(version)).toBe(
    `bowline: Node ${version} is too old. Bowline needs Node 22.13 or later: https://nodejs.org\n`,
  );
});

test.each(['22.13.0', '22.20.1', '24.1.0'])('Node %s is new enough', (version) => {
  expect(checkNode(version)).toBeUndefined();
});

test('the oldest version is the one in package.json', () => {
  const manifest = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
  const { engines } = JSON.parse(manifest) as { readonly engines: { readonly node: string } };
  expect(checkNode('20.0.0')).toContain(`Node ${engines.node.replace('>=', '')} or later`);
});
