import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parsePolicy } from '@bowline/policy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBench, type Bench } from './run-bowline.ts';

const docs = join(import.meta.dirname, '../../docs');

interface Block {
  readonly page: string;
  readonly kind: string;
  readonly text: string;
}

const blocks: readonly Block[] = readdirSync(docs)
  .filter((name) => name.endsWith('.md'))
  .flatMap((page) =>
    [...readFileSync(join(docs, page), 'utf8').matchAll(/^```(toml|json)\n(.*?)^```$/gms)].map(
      ([, kind = '', text = '']) => ({ page, kind, text }),
    ),
  );
const policies = blocks.filter(({ kind, text }) => kind === 'toml' && text.includes('[[rule]]'));
const settings = blocks.filter(({ kind }) => kind === 'json');

let bench: Bench;
let folder = '';
beforeAll(async () => {
  bench = await openBench();
  mkdirSync(bench.home, { recursive: true });
  folder = mkdtempSync(join(tmpdir(), 'bowline-blocks-'));
});
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('Policies and settings in the documents', () => {
  it.each(policies)('a policy in $page has no errors', ({ text, page }) => {
    const { rules, problems } = parsePolicy(text, { file: page, tier: 'user' });
    expect(problems).toEqual([]);
    expect(rules.length).toBeGreaterThan(0);
  });

  it.each(settings)('settings in $page are accepted', async ({ text }) => {
    writeFileSync(join(bench.home, 'settings.json'), text);
    const { code, stderr } = await bench.run(['settings', 'list']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('the cases in policies.md pass with the rules in policies.md', async () => {
    const [rules = '', cases = ''] = blocks.filter(({ page }) => page === 'policies.md').map(({ text }) => text);
    writeFileSync(join(folder, 'rules.toml'), rules);
    writeFileSync(join(folder, 'cases.toml'), cases);
    const { code, stdout } = await bench.run([
      'policy',
      'test',
      join(folder, 'cases.toml'),
      '--policy',
      join(folder, 'rules.toml'),
    ]);
    expect(stdout).toContain('3 passed');
    expect(code).toBe(0);
  });

  it('finds the blocks', () => {
    expect(policies.length).toBeGreaterThan(3);
    expect(settings.length).toBeGreaterThan(4);
  });
});
