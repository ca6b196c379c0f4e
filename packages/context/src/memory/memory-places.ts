/** Where memory files are looked for, and under which names. Paths are absolute. */
export interface MemoryPlaces {
  /** In the order in which they are read. */
  readonly names: readonly string[];
  /** Folders of files that count in every project. */
  readonly globalFolders: readonly string[];
  /** The person's home folder, which `~/` means. */
  readonly home: string;
  readonly workspace: string;
  /** Further folders that belong to the work. */
  readonly directories: readonly string[];
}

/** The names that a memory file may have when nobody says otherwise. */
export const MEMORY_NAMES: readonly string[] = ['AGENTS.md', 'GEMINI.md'];
