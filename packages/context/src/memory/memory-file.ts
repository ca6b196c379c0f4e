/** The origin of a memory file: the user, the project, or a directory in it. */
export type MemorySource = 'global' | 'project' | 'folder';

/** Instructions for agents, with imports inserted. */
export interface MemoryFile {
  readonly path: string;
  readonly text: string;
  readonly source: MemorySource;
  /** Real paths of the files that are part of the text. */
  readonly imports: readonly string[];
}

/** Something in a memory file that was not applied. Shown as a warning. */
export interface MemoryProblem {
  /** The file concerned. */
  readonly path: string;
  readonly text: string;
}
