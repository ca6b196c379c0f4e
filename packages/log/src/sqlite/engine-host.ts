import type { OpenOptions } from '../session-log.ts';
import { openWriter, type WriterPlace } from './open-writer.ts';
import type { SessionEngine } from './session-engine.ts';
import { sessionFiles } from './session-files.ts';
import { SessionViewer } from './session-viewer.ts';

/** Where databases are opened: in this thread, or in others. */
export interface EngineHost {
  openWriter(place: WriterPlace, options: OpenOptions): SessionEngine | Promise<SessionEngine>;
  openViewer(root: string, sessionId: string): SessionEngine | Promise<SessionEngine>;
  close(): void | Promise<void>;
}

/** This thread: the shortest way, for a process with a session or two. Each commit blocks the event loop while it syncs. */
export const localHost: EngineHost = {
  openWriter,
  openViewer: (root, sessionId) => SessionViewer.open(sessionFiles(root, sessionId), sessionId),
  close: () => undefined,
};
