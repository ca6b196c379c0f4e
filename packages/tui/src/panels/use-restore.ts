import type { FilesPreview } from '@bowline/protocol';
import { useCallback, useEffect, useRef, useState } from 'react';
import { letterOf, type Press } from '../keys/press.ts';
import { restoreTexts } from '../texts/restore-texts.ts';
import { isRestored, RESTORED_PARTS, type RestoredPart } from './paint-restore.ts';
import type { RewindPoint } from './read-rewind-points.ts';

/** How long a message must stay marked before files are compared. */
const REST_MS = 80;

const NONE: FilesPreview = { to: 0, files: [], commands: [] };

/** What can be restored at the marked message, and what is chosen. */
export interface RestoreChoice {
  /** Null: it is being read. */
  readonly preview: FilesPreview | null;
  readonly part: RestoredPart;
  readonly onMark: (point: RewindPoint | undefined) => void;
  /** True if the key changed the choice. */
  readonly takes: (press: Press) => boolean;
}

/** Reads the effect on files of a rewind once a message stays marked. Without files to restore, only the conversation goes back. */
export function useRestore(read: (point: RewindPoint) => Promise<FilesPreview>): RestoreChoice {
  const known = useRef(new Map<string, FilesPreview>());
  const [marked, setMarked] = useState<RewindPoint | undefined>();
  const [, setShown] = useState('');
  const [wanted, setWanted] = useState<RestoredPart>('both');
  useEffect(() => {
    if (marked === undefined || known.current.has(marked.eventId)) return;
    const keep = (preview: FilesPreview): void => {
      known.current.set(marked.eventId, preview);
      setShown(marked.eventId);
    };
    const timer = setTimeout(() => {
      // A session without stored files can still be rewound.
      read(marked).then(keep, () => {
        keep(NONE);
      });
    }, REST_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [read, marked]);
  const preview = marked === undefined ? NONE : (known.current.get(marked.eventId) ?? null);
  const hasFiles = preview?.files.some(isRestored) === true;
  const part = hasFiles ? wanted : 'conversation';
  const onMark = useCallback((point: RewindPoint | undefined): void => {
    setMarked(point);
  }, []);
  const takes = (press: Press): boolean => {
    const next = hasFiles ? toPart(press, part) : undefined;
    if (next !== undefined) setWanted(next);
    return next !== undefined;
  };
  return { preview, part, onMark, takes };
}

function toPart(press: Press, now: RestoredPart): RestoredPart | undefined {
  const at = RESTORED_PARTS.indexOf(now);
  const last = RESTORED_PARTS.length - 1;
  if (press.key === 'left') return RESTORED_PARTS[Math.max(0, at - 1)];
  if (press.key === 'right') return RESTORED_PARTS[Math.min(last, at + 1)];
  const letter = letterOf(press);
  return RESTORED_PARTS.find((part) => restoreTexts.letters[part] === letter);
}
