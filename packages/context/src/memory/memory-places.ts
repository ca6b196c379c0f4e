/** Where to look for memory files, and their names. Paths are absolute. */
export interface MemoryPlaces {
  /** In reading order. */
  readonly names: readonly string[];
  /** Directories of files that apply to every project. */
  readonly globalFolders: readonly string[];
  /** The user's home directory, for `~/`. */
  readonly home: string;
  readonly workspace: string;
  /** Additional directories of the session. */
  readonly directories: readonly string[];
}

/** The default names of memory files. */
export const MEMORY_NAMES: readonly string[] = ['AGENTS.md', 'GEMINI.md'];
