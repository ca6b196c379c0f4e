/** Whose a memory file is: the person's own, the project's, or that of a folder in it which is worked in. */
export type MemorySource = 'global' | 'project' | 'folder';

/** What people wrote down for agents, with what it imports in its place. */
export interface MemoryFile {
  readonly path: string;
  readonly text: string;
  readonly source: MemorySource;
  /** Files that are part of the text, as real paths. */
  readonly imports: readonly string[];
}

/** What was not done as a file wants it. Nothing of it ends a session; surfaces show it as a warning. */
export interface MemoryProblem {
  /** The file that it is about. */
  readonly path: string;
  readonly text: string;
}
