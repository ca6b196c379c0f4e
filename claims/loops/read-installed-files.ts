import { globSync, readFileSync } from 'node:fs';

const KINDS = '{ts,js,mjs,cjs,json,md,css,html,txt,map,yml,yaml,svg}';
const LONGEST = 200_000;

/** The beginnings of installed text files by other authors, or of every `every`th of them. */
export function* readInstalledFiles(every: number): Generator<{ readonly path: string; readonly text: string }> {
  const paths = globSync(`node_modules/**/*.${KINDS}`).sort();
  for (let at = 0; at < paths.length; at += every) {
    const path = paths[at] ?? '';
    const text = readText(path);
    if (text !== undefined) yield { path, text };
  }
}

/** Returns undefined for a folder with a file's name, and for a missing file. */
function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').slice(0, LONGEST);
  } catch {
    return undefined;
  }
}
