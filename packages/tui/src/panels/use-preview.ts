import { useEffect, useRef, useState } from 'react';
import type { SessionPreview, TuiAbilities } from '../host/tui-host.ts';
import { sessionTexts } from '../texts/panel-texts.ts';

/** How long a session must stay marked before it is read. */
const REST_MS = 80;
/** The number of cached previews. */
const KEPT = 30;

const NOTHING: SessionPreview = { text: '', waitsFor: null };
const LOADING: SessionPreview = { text: '…', waitsFor: null };
const UNREADABLE: SessionPreview = { text: sessionTexts.unreadable, waitsFor: null };

/** The preview of the marked session, read once it stays marked. */
export function usePreview(read: TuiAbilities['preview'], sessionId: string | null): SessionPreview {
  const known = useRef(new Map<string, SessionPreview>());
  const [, setShown] = useState('');
  useEffect(() => {
    if (sessionId === null || known.current.has(sessionId)) return;
    const keep = (preview: SessionPreview): void => {
      if (known.current.size >= KEPT) known.current.clear();
      known.current.set(sessionId, preview);
      setShown(sessionId);
    };
    const timer = setTimeout(() => {
      read(sessionId).then(keep, () => {
        keep(UNREADABLE);
      });
    }, REST_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [read, sessionId]);
  return sessionId === null ? NOTHING : (known.current.get(sessionId) ?? LOADING);
}
