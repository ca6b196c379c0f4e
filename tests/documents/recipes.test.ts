import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyRepository } from './copy-repository.ts';
import { readRecipe, readRecipePatch, recipeNames, type RecipeName } from './recipe-page.ts';

const repo = join(import.meta.dirname, '../..');
const patches = recipeNames.map((name) => readRecipePatch(repo, name));
const touched = patches.flatMap(({ files }) => files);
const checked = new Set(recipeNames.flatMap((name) => readRecipe(repo, name).tests));

let folder = '';
let copy = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'recipes-'));
  copy = join(folder, 'copy');
  copyRepository(repo, copy);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Ran {
  readonly code: unknown;
  readonly output: string;
}

/** Runs a program of the copy as a developer would, outside this test run. */
async function run(...words: readonly string[]): Promise<Ran> {
  const own = Object.entries(process.env).filter(([name]) => !/^VITEST|^NODE_ENV$|^NODE_OPTIONS$/.test(name));
  const child = spawn(process.execPath, words, {
    cwd: copy,
    env: { ...Object.fromEntries(own), NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += String(bytes)));
  const [code] = (await once(child, 'close')) as unknown[];
  return { code, output };
}

/** Applies the patch of a recipe to the copy, and says what to do if that fails. */
function apply(name: RecipeName, ...options: readonly string[]): void {
  const { path } = readRecipePatch(repo, name);
  // One line of context is enough, so that a change next to a step does not break the recipe.
  const { status, stderr } = spawnSync('git', ['apply', '-C1', ...options, join(repo, path)], {
    cwd: copy,
    encoding: 'utf8',
  });
  expect(status, `docs/recipes.md: the recipe "Add a ${name}" no longer applies; update ${path}\n${stderr}`).toBe(0);
}

function reset(): void {
  for (const words of [
    ['checkout', '--quiet', '.'],
    ['clean', '--quiet', '--force', '-d', '--exclude=node_modules'],
  ])
    expect(spawnSync('git', words, { cwd: copy }).status).toBe(0);
}

const types = (project: string): readonly string[] => ['node_modules/typescript/bin/tsc', '-p', project];
const documents = ['--conditions=@bowline/source', 'scripts/check-documents.ts'];

describe.each(recipeNames)('The recipe "Add a %s"', (name) => {
  const recipe = readRecipe(repo, name);
  const patch = readRecipePatch(repo, name);

  it('names every file of its patch, and no other', () => {
    expect(recipe.files, `docs/recipes.md, "Add a ${name}", and ${patch.path} change different files`).toEqual(
      patch.files,
    );
  });

  it('shows only code of its patch', () => {
    expect(recipe.code.length).toBeGreaterThan(3);
    expect(
      recipe.code.filter((line) => !patch.lines.has(line)),
      `docs/recipes.md, "Add a ${name}", shows lines that are not in ${patch.path}`,
    ).toEqual([]);
  });

  it('runs every test of its patch', () => {
    const tests = patch.files.filter((file) => file.endsWith('.test.ts'));
    expect(tests.length).toBeGreaterThan(0);
    expect(
      tests.filter((file) => !recipe.tests.includes(file)),
      `docs/recipes.md, "Add a ${name}", does not run all of its tests`,
    ).toEqual([]);
  });

  it('applies to the current tree', () => {
    apply(name, '--check');
  });
});

describe('A recipe without one of its steps fails its checks', () => {
  it('a record that a fold does not handle does not compile', { timeout: 120_000 }, async () => {
    reset();
    const fold = 'packages/log/src/records/session-state.ts';
    apply('record', `--exclude=${fold}`);
    const project = { extends: './tsconfig.json', include: [], files: [fold] };
    writeFileSync(join(copy, 'tsconfig.control.json'), JSON.stringify(project));
    const { code, output } = await run(...types('tsconfig.control.json'));
    reset();
    expect(code, output).not.toBe(0);
    expect(output).toContain(fold);
    expect(output).toContain('note_added');
  });

  it('a setting that is not in the documents is reported', { timeout: 120_000 }, async () => {
    reset();
    apply('setting', '--exclude=docs/settings.md');
    const { code, output } = await run(...documents);
    reset();
    expect(code, output).not.toBe(0);
    expect(output).toContain('docs/settings.md does not match the settings: npm run settings-documents');
  });
});

describe('With all four recipes applied', () => {
  let typed: Promise<Ran>;
  beforeAll(() => {
    reset();
    for (const name of recipeNames) apply(name);
    spawnSync('git', ['add', '--all'], { cwd: copy }); // the voice check reads the files that Git knows
    typed = run(...types('tsconfig.json')); // the longest check, next to the others
  });

  it('a patch that no longer applies is reported with its recipe', () => {
    expect(() => {
      apply('tool');
    }).toThrow('docs/recipes.md: the recipe "Add a tool" no longer applies; update tests/recipes/tool.patch');
  });

  it.each<[step: string, words: readonly string[]]>([
    ['the format check', ['node_modules/prettier/bin/prettier.cjs', '--check', ...touched]],
    ['the documents check', documents],
    ['the voice check', ['scripts/check-voice.ts']],
    [
      'the boundaries check',
      [
        'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
        ...['--config', '.dependency-cruiser.cjs', 'packages', 'tests', 'claims', 'scripts'],
      ],
    ],
    ['the tests', ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit*', ...checked]],
  ])('%s: no problems', { timeout: 300_000 }, async (step, words) => {
    const { code, output } = await run(...words);
    expect(code, `docs/recipes.md: with the recipes applied, ${step} failed:\n${output}`).toBe(0);
  });

  it('the type check: no problems', { timeout: 300_000 }, async () => {
    const { code, output } = await typed;
    expect(code, `docs/recipes.md: with the recipes applied, the type check failed:\n${output}`).toBe(0);
  });
});
