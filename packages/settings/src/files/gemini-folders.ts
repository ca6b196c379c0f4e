import { existsSync, readdirSync, type Dirent } from 'node:fs';
import { join } from 'node:path';

/** What Gemini CLI keeps in folders and Bowline ignores. */
export type GeminiFolderKind = 'extensions' | 'commands' | 'skills' | 'agents';

/** A folder of Gemini CLI and the names of its items. */
export interface GeminiFolder {
  readonly kind: GeminiFolderKind;
  readonly path: string;
  readonly names: readonly string[];
}

const places: readonly (readonly [kind: GeminiFolderKind, folder: string])[] = [
  ['extensions', '.gemini/extensions'],
  ['commands', '.gemini/commands'],
  ['skills', '.gemini/skills'],
  ['skills', '.agents/skills'],
  ['agents', '.gemini/agents'],
];

const lists: Readonly<Record<GeminiFolderKind, (folder: string) => readonly string[]>> = {
  extensions: (folder) => subfolders(folder).filter((name) => EXTENSION.some((file) => isIn(folder, name, file))),
  commands: (folder) => commandsIn(folder),
  skills: (folder) => subfolders(folder).filter((name) => isIn(folder, name, 'SKILL.md')),
  agents: (folder) =>
    entriesOf(folder)
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.md') && !name.startsWith('_'))
      .map((name) => name.slice(0, -'.md'.length)),
};

/** A linked extension has only the second file. */
const EXTENSION = ['gemini-extension.json', '.gemini-extension-install.json'];

/** Maximum number of subfolders that are searched. */
const MAX_FOLDERS = 50;

/** Lists the items in a home folder or a trusted folder. Looks only at names and opens no file. */
export function listGeminiFolders(root: string, owner: 'user' | 'workspace'): readonly GeminiFolder[] {
  return places
    .filter(([kind]) => owner === 'user' || kind !== 'extensions') // only the home folder has extensions
    .map(([kind, folder]) => ({ kind, path: join(root, folder), names: lists[kind](join(root, folder)) }))
    .filter(({ names }) => names.length > 0);
}

/** Commands as the user types them: `git/commit.toml` is `/git:commit`. */
function commandsIn(root: string): readonly string[] {
  const found: string[] = [];
  const folders: (readonly string[])[] = [[]];
  for (let n = 0; n < Math.min(folders.length, MAX_FOLDERS); n += 1) {
    const steps = folders[n] ?? [];
    for (const entry of entriesOf(join(root, ...steps))) {
      if (entry.isDirectory()) folders.push([...steps, entry.name]);
      else if (entry.name.endsWith('.toml'))
        found.push(`/${[...steps, entry.name.slice(0, -'.toml'.length)].join(':')}`);
    }
  }
  return found;
}

function subfolders(folder: string): readonly string[] {
  return entriesOf(folder)
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map(({ name }) => name);
}

/** Entries sorted by name. Empty if the folder does not exist or cannot be read. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

function isIn(...steps: readonly string[]): boolean {
  return existsSync(join(...steps));
}
