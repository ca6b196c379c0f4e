import { useCallback, useEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import type { ListedSession, TuiAbilities } from '../host/tui-host.ts';
import { cleanLine, cleanText } from '../paint/layout/clean-text.ts';
import { NARROW, WIDE } from '../paint/status/describe-status.ts';
import { hang, padEnd, padStart, truncate, truncateMiddle, wrapText } from '../paint/layout/wrap.ts';
import type { Lines, View } from '../paint/layout/view.ts';
import { ChoiceList } from '../lists/choice-list.tsx';
import type { ListRow } from '../lists/paint-list.ts';
import { ctrlOf } from '../keys/press.ts';
import { useOnce } from '../lists/use-once.ts';
import { describeBriefAge, sessionTexts } from '../texts/panel-texts.ts';

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
  const [marked, setMarked] = useState<ListedSession | null>(null);
  const onMark = useCallback((session: ListedSession | undefined) => {
    setMarked(session ?? null);
  }, []);
  const preview = usePreview(props.preview, marked?.sessionId ?? null);
  const layout = planLayout(view.width, rows);
  const previewLines = useMemo(
    () => (layout.kind === 'beside' ? paintPreview(preview, layout.previewWidth, view) : []),
    [preview, layout.kind, layout.previewWidth, view.theme],
  );
  const about = marked === null ? [] : paintAbout(marked, view);
  const last = lastMessage(preview);
  const quoted = last === '' ? '' : view.theme.dim(truncate(sessionTexts.last(last), Math.max(8, view.width - 4)));
  return (
    <ChoiceList
      title={sessionTexts.title}
      items={sessions ?? NONE}
      textOf={textOf}
      rowOf={(session) => toRow(session, layout, view)}
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
      {...(layout.kind === 'beside' ? { head: `  ${headOf(layout)}` } : {})}
      {...(layout.kind === 'below' ? { below: ['', about[0] ?? '', quoted] } : {})}
      around={(list) =>
        layout.kind === 'beside' ? joinPreview(list, [...about, '', ...previewLines], { layout, view }) : list
      }
    />
  );
}

const NONE: readonly ListedSession[] = [];
const textOf = ({ title, folder, sessionId }: ListedSession): string => `${title} ${folder} ${sessionId}`;

/** Cells of the columns: beside a preview, and in a normal window. */
const columns = {
  beside: { title: 32, folder: 24, age: 12 },
  below: { title: 39, folder: 22, age: 5 },
} as const;

function headOf({ kind }: BrowserLayout): string {
  if (kind !== 'beside') return '';
  const { title, folder, age } = sessionTexts.columns;
  const cells = columns[kind];
  return `${title.padEnd(cells.title)}${folder.padEnd(cells.folder)}${age.padStart(cells.age)}`;
}

function toRow({ title, folder, updatedAt, pending }: ListedSession, { kind }: BrowserLayout, view: View): ListRow {
  const name = cleanLine(title === '' ? sessionTexts.untitled : title);
  const mark = pending > 0 ? '  ?' : '';
  const age = describeBriefAge(updatedAt, view.now);
  if (kind === 'alone') return { text: name + mark, note: age };
  const cells = columns[kind];
  // In a window that is wider than needed, the title gets more room.
  const more = kind === 'below' ? Math.max(0, view.width - LEAST_NORMAL) - 20 : 0;
  const wide = Math.max(12, cells.title + more);
  const shown = truncate(name, wide - 2 - mark.length) + mark;
  const place = truncateMiddle(cleanLine(folder), cells.folder - 2);
  return { text: `${padEnd(shown, wide)}${padEnd(place, cells.folder)}${padStart(age, cells.age)}` };
}

/** The columns of a normal window are for eighty. */
const LEAST_NORMAL = 60;

/** What is known of the marked session. */
function paintAbout({ messages, pending, isOpen }: ListedSession, { theme }: View): Lines {
  const facts = [
    sessionTexts.messages(messages),
    ...(pending > 0 ? [sessionTexts.pending(pending)] : []),
    ...(isOpen ? [sessionTexts.open] : []),
  ];
  return [theme.dim(facts.join(' · '))];
}

/** The user's last message in a preview. */
function lastMessage(preview: string): string {
  const said = preview.split('\n\n').findLast((part) => part.startsWith('> '));
  return said === undefined ? '' : cleanLine(said.slice(2));
}

/** The last messages: those of the user with their sign, the agent's after a margin. */
function paintPreview(preview: string, width: number, { theme }: View): Lines {
  return cleanText(preview)
    .split('\n\n')
    .flatMap((part) =>
      part.startsWith('> ')
        ? hang(theme.accent('❯ '), wrapText(part.slice(2), Math.max(1, width - 2)))
        : hang('  ', wrapText(part, Math.max(1, width - 2))),
    );
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

/** Beside the list from a hundred columns on, two rows below it in a normal window. */
export function planLayout(width: number, rows: number): BrowserLayout {
  if (width >= WIDE) {
    const { title, folder, age } = columns.beside;
    const listWidth = title + folder + age + 8;
    // The row of column names.
    return { kind: 'beside', listWidth, listRows: rows - 1, previewWidth: width - listWidth - 3, previewRows: rows };
  }
  if (width < NARROW || rows < 5)
    return { kind: 'alone', listWidth: width, listRows: rows, previewWidth: 0, previewRows: 0 };
  return { kind: 'below', listWidth: width, listRows: rows - 3, previewWidth: width, previewRows: 2 };
}

/** Adds the end of the preview beside the list. */
export function joinPreview(
  list: Lines,
  preview: Lines,
  { layout, view }: { readonly layout: BrowserLayout; readonly view: View },
): Lines {
  const { theme, isScreenReader } = view;
  const [about = '', blank = '', ...said] = preview;
  const end = [about, blank, ...said.slice(-Math.max(0, LEAST_ROWS - 2, list.length - 2))];
  // Fixed, because the preview arrives later.
  const height = Math.max(list.length, Math.min(layout.previewRows, LEAST_ROWS));
  return Array.from({ length: height }, (_, row) =>
    `${padEnd(list[row] ?? '', layout.listWidth - 4)} ${theme.border(isScreenReader ? ' ' : '│')} ${truncate(end[row] ?? '', layout.previewWidth)}`.trimEnd(),
  );
}

/** A short list is as tall as its preview needs. */
const LEAST_ROWS = 7;
