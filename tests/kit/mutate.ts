import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

/** A fault in the product, which a test must find. */
export interface Mutant {
  readonly name: string;
  /** Relative to the repository. */
  readonly file: string;
  /** Must occur in it exactly once. */
  readonly from: string;
  readonly to: string;
}

/** Bundles the product with a fault in it. */
export function mutate({ name, file, from, to }: Mutant): Plugin {
  const path = join(import.meta.dirname, '../..', file);
  const filter = new RegExp(`${file.replaceAll('.', String.raw`\.`)}$`);
  return {
    name: 'mutate',
    setup(bundle) {
      let isDone = false;
      bundle.onLoad({ filter }, () => {
        const parts = readFileSync(path, 'utf8').split(from);
        if (parts.length !== 2) return { errors: [{ text: `${file} has changed: "${name}" does not apply` }] };
        isDone = true;
        return { contents: parts.join(to), loader: 'ts' };
      });
      bundle.onEnd(() => (isDone ? {} : { errors: [{ text: `${file} is not loaded` }] }));
    },
  };
}
