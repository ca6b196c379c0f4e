import { findImports, isPlainlyFile } from './find-imports.ts';
import type { MemorySource } from './memory-file.ts';
import { mayRead, type MemoryGround } from './memory-ground.ts';
import { joinPath, parentOf } from './path-names.ts';

const MAX_DEPTH = 5;

/** A text with imports, and its location. */
export interface Importing {
  readonly path: string;
  readonly source: MemorySource;
  readonly depth: number;
}

/** Where files may come from, and what loads them. */
export interface ImportParts {
  readonly ground: MemoryGround;
  readonly intake: {
    readonly hasSeen: (real: string) => boolean;
    readonly read: (real: string, path: string) => Promise<string | undefined>;
    readonly tell: (path: string, text: string) => void;
  };
}

/** A text with its imports inserted. */
export interface Expanded {
  readonly text: string;
  readonly imports: readonly string[];
  /** It contains only references to files that are already loaded. */
  readonly isOnlyPointing: boolean;
}

/** Inserts the files that a text names with `@`. A reference that cannot be resolved stays as written. */
export async function expandImports(text: string, at: Importing, parts: ImportParts): Promise<Expanded> {
  let expanded = '';
  let own = '';
  let end = 0;
  const imports: string[] = [];
  for (const word of findImports(text)) {
    const between = text.slice(end, word.start);
    const written = text.slice(word.start, word.end);
    const found = await importFile(word.path, at, parts);
    expanded += between + (found.kind === 'imported' ? found.text : written);
    own += between + (found.kind === 'known' ? '' : written);
    if (found.kind === 'imported') imports.push(...found.imports);
    end = word.end;
  }
  const rest = text.slice(end);
  return { text: expanded + rest, imports, isOnlyPointing: (own + rest).trim() === '' };
}

type Import =
  | { readonly kind: 'imported'; readonly text: string; readonly imports: readonly string[] }
  /** Already loaded. This also ends circular imports. */
  | { readonly kind: 'known' }
  | { readonly kind: 'left' };

const LEFT: Import = { kind: 'left' };

async function importFile(written: string, at: Importing, parts: ImportParts): Promise<Import> {
  const { ground, intake } = parts;
  const leave = (why: string): Import => {
    intake.tell(at.path, `cannot import @${written}: ${why}`);
    return LEFT;
  };
  const path = targetOf(written, at.path, ground.places.home);
  const real = await ground.reader.realPath(path);
  if (real === undefined) return isPlainlyFile(written) ? leave('file not found') : LEFT;
  if (!mayRead(real, at.source, ground)) return leave('imports from there are not allowed');
  if (intake.hasSeen(real)) return { kind: 'known' };
  if (at.depth >= MAX_DEPTH) return leave(`imports can be nested ${MAX_DEPTH} levels deep at most`);
  const raw = await intake.read(real, path);
  if (raw === undefined) return LEFT;
  const inner = await expandImports(raw.trim(), { path, source: at.source, depth: at.depth + 1 }, parts);
  const text = `<import path=${JSON.stringify(written)}>\n${inner.text}\n</import>`;
  return { kind: 'imported', text, imports: [real, ...inner.imports] };
}

function targetOf(written: string, importer: string, home: string): string {
  if (written.startsWith('/')) return joinPath('/', written);
  return written.startsWith('~/') ? joinPath(home, written.slice(2)) : joinPath(parentOf(importer), written);
}
