import type { Content } from '@google/genai';

/** One content as the model is shown it, with what a planner needs to know of it. */
export interface ContextEntry {
  /** The records that it comes from: the first and the last of them. */
  readonly first: number;
  readonly last: number;
  readonly content: Content;
  /** As estimated. */
  readonly tokens: number;
  /** The results of calls that are in it. */
  readonly results: readonly ContextResult[];
  /** The summary that it shows, where it stands for all records up to its last one. */
  readonly summary?: string;
  /** The program said it, nobody else. */
  readonly isOurs?: boolean;
  /** The pictures and files that it shows. */
  readonly media?: readonly ContextMedia[];
  /** Files for agents that it shows. */
  readonly memory?: readonly MemoryText[];
}

/** A file that is written for agents, as it was found. */
export interface MemoryText {
  readonly path: string;
  readonly text: string;
}

/** A picture or file, as a part of an entry. */
export interface ContextMedia {
  /** Its place in the content. */
  readonly at: number;
  /** Its place in what the record says. */
  readonly part: number;
}

/** The result of a call, as a part of an entry. */
export interface ContextResult {
  readonly callId: string;
  readonly tool: string;
  /** As estimated. */
  readonly tokens: number;
  readonly isMasked: boolean;
  /** Where all of it is already, when the model got only a part. */
  readonly artifact?: string | undefined;
}
