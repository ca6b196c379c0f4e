import type { Content } from '@google/genai';

/** A content as the model sees it, with the facts that planners need. */
export interface ContextEntry {
  /** The first and last record that it comes from. */
  readonly first: number;
  readonly last: number;
  readonly content: Content;
  /** Estimated. */
  readonly tokens: number;
  /** The call results in it. */
  readonly results: readonly ContextResult[];
  /** The summary that it shows, if it replaces all records up to its last one. */
  readonly summary?: string;
  /** Added by the program. */
  readonly isOurs?: boolean;
  /** The images and files in it. */
  readonly media?: readonly ContextMedia[];
  /** The memory files in it. */
  readonly memory?: readonly MemoryText[];
}

/** A memory file as it was found. */
export interface MemoryText {
  readonly path: string;
  readonly text: string;
}

/** An image or file in an entry. */
export interface ContextMedia {
  /** Its position in the content. */
  readonly at: number;
  /** Its position in the record. */
  readonly part: number;
}

/** A call result in an entry. */
export interface ContextResult {
  readonly callId: string;
  readonly tool: string;
  /** Estimated. */
  readonly tokens: number;
  readonly isMasked: boolean;
  /** A masking or a summary was undone when it was there, so it is not masked again. */
  readonly isKept?: boolean;
  /** The file with the full result, if the model received only part of it. */
  readonly artifact?: string | undefined;
}
