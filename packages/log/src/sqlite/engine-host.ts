import type { OpenOptions } from '../session-log.ts';
import { openWriter, type WriterPlace } from './open-writer.ts';
import type { SessionEngine } from './session-engine.ts';
import { sessionFiles } from './session-files.ts';
import { SessionViewer } from './session-viewer.ts';

/** Opens databases in this thread or in worker threads. */
export interface EngineHost {
  openWriter(place: WriterPlace, options: OpenOptions): SessionEngine | Promise<SessionEngine>;
  openViewer(root: string, sessionId: string): SessionEngine | Promise<SessionEngine>;
  close(): void | Promise<void>;
}

/**
 * Opens databases in this thread: fastest for a process with one or two sessions. Each commit blocks the event loop
 * during its sync.
 */
export const localHost: EngineHost = {
  openWriter,
  openViewer: (root, sessionId) => SessionViewer.open(sessionFiles(root, sessionId), sessionId),
  close: () => undefined,
};
