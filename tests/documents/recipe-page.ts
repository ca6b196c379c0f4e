import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One recipe of `docs/recipes.md`. */
export interface Recipe {
  readonly name: RecipeName;
  /** The files that its steps name. */
  readonly files: readonly string[];
  /** The lines of its code excerpts, without indentation. */
  readonly code: readonly string[];
  /** The tests that check the change. */
  readonly tests: readonly string[];
}

/** What a recipe adds; also the name of its patch. */
export const recipeNames = ['tool', 'record', 'setting', 'command'] as const;
export type RecipeName = (typeof recipeNames)[number];

/** Parses the section "Add a ..." of the page. */
export function readRecipe(repo: string, name: RecipeName): Recipe {
  const page = readFileSync(join(repo, 'docs/recipes.md'), 'utf8');
  const [, section = ''] = new RegExp(`^## Add a ${name}$(.*?)(?=^## |(?![^]))`, 'ms').exec(page) ?? [];
  const blocks = [...section.matchAll(/^ *```(\w+)\n(.*?)^ *```$/gms)].map(([, kind = '', text = '']) => ({
    kind,
    text,
  }));
  const prose = section.replaceAll(/^ *```.*?^ *```$/gms, '');
  const spans = [...prose.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);
  return {
    name,
    files: [...new Set(spans.filter((span) => /^[\w.-]+(?:\/[\w.-]+)+\.(?:ts|md|json)$/.test(span)))].toSorted(),
    code: blocks.filter(({ kind }) => kind !== 'sh').flatMap(({ text }) => toLines(text)),
    tests: blocks
      .filter(({ kind }) => kind === 'sh')
      .flatMap(({ text }) => [...text.matchAll(/^npx vitest run --project 'unit\*' (.*)$/gm)])
      .flatMap(([, paths = '']) => paths.split(' ')),
  };
}

function toLines(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The patch of a recipe. */
export interface RecipePatch {
  readonly path: string;
  readonly files: readonly string[];
  /** Its new and unchanged lines, without indentation. */
  readonly lines: ReadonlySet<string>;
}

/** Reads the patch of a recipe. */
export function readRecipePatch(repo: string, name: RecipeName): RecipePatch {
  const path = `tests/recipes/${name}.patch`;
  const text = readFileSync(join(repo, path), 'utf8');
  const files = [...text.matchAll(/^diff --git a\/(\S+) b\/\S+$/gm)].map(([, file = '']) => file).toSorted();
  const lines = new Set(
    text
      .split('\n')
      .filter((line) => /^[ +](?!\+\+ )/.test(line))
      .map((line) => line.slice(1).trim()),
  );
  return { path, files, lines };
}
