import { hash } from 'node:crypto';

/**
 * Texts that sessions keep beside their records, by content. A text is kept as long as a session that has it, and
 * removed with the last one.
 */
export interface ArtifactStore {
  /** Keeps a text for a session that exists. Resolves to its name once it is durable. */
  put(sessionId: string, text: string): Promise<string>;
  /** A text that the session has. Undefined if it was dropped, is damaged, or belongs to other sessions only. */
  get(sessionId: string, name: string): Promise<string | undefined>;
  /** The names of all texts that the session has. */
  list(sessionId: string): Promise<readonly string[]>;
}

/** How much a session may keep, in bytes. The oldest texts are dropped to make room. */
export const ARTIFACT_BUDGET = 256 * 1024 * 1024;

/** The name of a text. */
export function toArtifactName(text: string): string {
  return `artifact:${hash('sha256', Buffer.from(text), 'hex')}`;
}
