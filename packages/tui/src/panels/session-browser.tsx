import { useCallback, useEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import type { ListedSession, TuiAbilities } from '../host/tui-host.ts';
import { cleanText } from '../paint/layout/clean-text.ts';
import { padEnd, truncate, wrapText } from '../paint/layout/wrap.ts';
import type { Lines, View } from '../paint/layout/view.ts';
import { ChoiceList } from '../lists/choice-list.tsx';
import type { ListRow } from '../lists/paint-list.ts';
import { ctrlOf } from '../keys/press.ts';
import { useOnce } from '../lists/use-once.ts';
import { describeAge, sessionTexts } from '../texts/panel-texts.ts';

export interface SessionBrowserProps extends Pick<TuiAbilities, 'sessions' | 'preview'> {
  readonly view: View;
  readonly rows: number;
  readonly isActive: boolean;
  readonly onOpen: (sessionId: string) => void;
  /** Continues in a copy of the session, from its end. */
  readonly onFork: (sessionId: string) => void;
  readonly onLeave: () => void;
}

/** Lists the sessions, with a preview of the marked one. */
export function SessionBrowser(props: SessionBrowserProps): ReactElement {
  const { view, rows, isActive, onOpen, onFork, onLeave } = props;
  const { value: sessions, problem } = useOnce(props.sessions);
  const [marked, setMarked] = useState<string | null>(null);
  const onMark = useCallback((session: ListedSession | undefined) => {
    setMarked(session?.sessionId ?? null);
  }, []);
  const preview = usePreview(props.preview, marked);
  const layout = planLayout(view.width, rows);
  const previewLines = useMemo(
    () => (layout.kind === 'alone' ? [] : wrapText(cleanText(preview), layout.previewWidth)),
    [preview, layout.kind, layout.previewWidth],
  );
  return (
    <ChoiceList
      title={sessionTexts.title}
      items={sessions ?? NONE}
      textOf={textOf}
      rowOf={(session) => toRow(session, view)}
      view={{ ...view, width: layout.listWidth }}
      rows={layout.listRows}
      isActive={isActive}
      searchesAtOnce
      empty={problem ?? (sessions === null ? sessionTexts.loading : sessionTexts.empty)}
      hint={sessionTexts.hint}
      onChoose={({ sessionId }) => {
        onOpen(sessionId);
      }}
      onLeave={onLeave}
      onOther={(press, session) => {
        if (ctrlOf(press) === 'f' && session !== undefined) onFork(session.sessionId);
      }}
      onMark={onMark}
      around={(list) => joinPreview(list, previewLines, { layout, view })}
    />
  );
}

const NONE: readonly ListedSession[] = [];
const textOf = ({ title, folder, sessionId }: ListedSession): string => `${title} ${folder} ${sessionId}`;

function toRow({ title, folder, updatedAt, messages, pending, isOpen }: ListedSession, { now }: View): ListRow {
  const state = pending > 0 ? `${sessionTexts.pending(pending)} · ` : isOpen ? `${sessionTexts.open} · ` : '';
  const count = sessionTexts.messages(messages);
  return {
    text: title === '' ? sessionTexts.untitled : title,
    note: `${state}${count} · ${describeAge(updatedAt, now)} · ${folder}`,
  };
}

/** How long a session must stay marked before it is read. */
const REST_MS = 80;
/** The number of cached previews. */
const KEPT = 30;

function usePreview(read: TuiAbilities['preview'], sessionId: string | null): string {
  const known = useRef(new Map<string, string>());
  const [, setShown] = useState('');
  useEffect(() => {
    if (sessionId === null || known.current.has(sessionId)) return;
    const keep = (text: string): void => {
      if (known.current.size >= KEPT) known.current.clear();
      known.current.set(sessionId, text);
      setShown(sessionId);
    };
    const timer = setTimeout(() => {
      read(sessionId).then(keep, () => {
        keep(sessionTexts.unreadable);
      });
    }, REST_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [read, sessionId]);
  return sessionId === null ? '' : (known.current.get(sessionId) ?? '…');
}

/** Where the preview is: beside a wide list, below a tall one, or absent in a small window. */
export interface BrowserLayout {
  readonly kind: 'beside' | 'below' | 'alone';
  readonly listWidth: number;
  readonly listRows: number;
  readonly previewWidth: number;
  readonly previewRows: number;
}

/** Both need room: a list row is unreadable below fifty columns. */
export function planLayout(width: number, rows: number): BrowserLayout {
  if (width >= 110) {
    const listWidth = Math.floor(width * 0.55);
    return { kind: 'beside', listWidth, listRows: rows, previewWidth: width - listWidth - 3, previewRows: rows };
  }
  const previewRows = Math.min(10, Math.floor(rows / 3));
  if (previewRows < 4) return { kind: 'alone', listWidth: width, listRows: rows, previewWidth: 0, previewRows: 0 };
  return { kind: 'below', listWidth: width, listRows: rows - previewRows - 1, previewWidth: width, previewRows };
}

/** Adds the end of the preview beside or below the list. */
export function joinPreview(
  list: Lines,
  preview: Lines,
  { layout, view }: { readonly layout: BrowserLayout; readonly view: View },
): Lines {
  const { theme, isScreenReader } = view;
  const end = preview.slice(-Math.max(0, layout.previewRows));
  if (layout.kind === 'alone') return list;
  if (layout.kind === 'below')
    return [
      ...list,
      theme.border((isScreenReader ? sessionTexts.preview : '─'.repeat(view.width)).slice(0, view.width)),
      ...end,
    ];
  const height = Math.max(list.length, end.length);
  return Array.from({ length: height }, (_, row) =>
    `${padEnd(list[row] ?? '', layout.listWidth)} ${theme.border(isScreenReader ? ' ' : '│')} ${truncate(end[row] ?? '', layout.previewWidth)}`.trimEnd(),
  );
}
