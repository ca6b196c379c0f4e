import { AgentError } from '@bowline/protocol/plain';
import { useCallback, useMemo, useState, type ReactElement } from 'react';
import type { ListedSession, TuiAbilities } from '../host/tui-host.ts';
import { ctrlOf, type Press } from '../keys/press.ts';
import { ChoiceList } from '../lists/choice-list.tsx';
import { useOnce } from '../lists/use-once.ts';
import type { View } from '../paint/layout/view.ts';
import { truncate } from '../paint/layout/wrap.ts';
import { NARROW, WIDE } from '../paint/status/describe-status.ts';
import { sessionTexts } from '../texts/panel-texts.ts';
import {
  headOf,
  joinPreview,
  lastMessage,
  paintAbout,
  paintPreview,
  planLayout,
  roomForTitle,
  toSessionRow,
} from './paint-sessions.ts';
import { useDelete } from './use-delete.ts';
import { usePreview } from './use-preview.ts';
import { paintTyped, useRename } from './use-rename.ts';

export interface SessionBrowserProps extends Pick<TuiAbilities, 'sessions' | 'preview'> {
  readonly view: View;
  readonly rows: number;
  readonly isActive: boolean;
  /** The session on the screen, which can't be deleted. */
  readonly openId: string | null;
  readonly onOpen: (sessionId: string) => void;
  /** Continues in a copy of the session, from its end. */
  readonly onFork: (sessionId: string) => void;
  /** Without a title, the session gets one from its first message. */
  readonly onRename: (sessionId: string, title: string) => Promise<void>;
  readonly onDelete: (sessionId: string) => Promise<void>;
  readonly onLeave: () => void;
  /** Returns milliseconds. For tests. */
  readonly clock?: () => number;
}

/** Lists the sessions, with a preview of the marked one. */
export function SessionBrowser(props: SessionBrowserProps): ReactElement {
  const { view, rows, isActive, onOpen, onFork, onLeave, openId, clock = Date.now } = props;
  const [version, setVersion] = useState(0);
  const { value: sessions, problem } = useOnce(props.sessions, { version });
  const [isHere, setHere] = useState(false);
  const [alert, setAlert] = useState<string | null>(null);
  const [marked, setMarked] = useState<ListedSession | null>(null);
  const onMark = useCallback((session: ListedSession | undefined) => {
    setMarked(session ?? null);
  }, []);
  /** Changes a session, then lists all again. */
  const change = (done: Promise<void>): void => {
    done.then(
      () => {
        setVersion((before) => before + 1);
      },
      (thrown: unknown) => {
        const { message, hint } = AgentError.from(thrown);
        setAlert(hint === undefined ? message : `${message} · ${hint}`);
      },
    );
  };
  const renaming = useRename(isActive, (sessionId, title) => {
    change(props.onRename(sessionId, title));
  });
  const deleting = useDelete(clock, (sessionId) => {
    change(props.onDelete(sessionId));
  });
  const press = (pressed: Press, session: ListedSession | undefined): void => {
    setAlert(null);
    const letter = ctrlOf(pressed);
    if (letter !== 'x') deleting.cancel();
    if (pressed.key === 'tab') setHere((before) => !before);
    else if (session === undefined) return;
    else if (letter === 'f') onFork(session.sessionId);
    else if (letter === 'e') renaming.begin(session.sessionId, session.title);
    else if (letter === 'x' && session.sessionId === openId) setAlert(sessionTexts.isOpenHere);
    else if (letter === 'x') deleting.press(session.sessionId);
  };
  const items = useMemo(
    () => (isHere ? (sessions ?? []).filter((session) => session.isHere) : (sessions ?? [])),
    [sessions, isHere],
  );
  const preview = usePreview(props.preview, marked?.sessionId ?? null);
  const layout = planLayout(view.isScreenReader ? NARROW : view.width, rows);
  const previewLines = useMemo(
    () => (layout.kind === 'beside' ? paintPreview(preview, layout.previewWidth, view) : []),
    [preview, layout.kind, layout.previewWidth, view.theme],
  );
  const room = Math.max(8, view.width - 4);
  const about = marked === null ? '' : view.theme.dim(truncate(paintAbout(marked, preview, layout), room));
  const last = lastMessage(preview);
  const quoted = last === '' ? '' : view.theme.dim(truncate(sessionTexts.last(last), room));
  const doomed = marked?.sessionId === deleting.sessionId ? marked : null;
  const warning = doomed === null ? alert : sessionTexts.deleteAgain(titleOf(doomed));
  return (
    <ChoiceList
      title={sessionTexts.title}
      note={sessionTexts.scope(isHere)}
      items={items}
      textOf={textOf}
      keyOf={keyOf}
      rowOf={(session) => {
        const isTyped = session.sessionId === renaming.sessionId;
        const typed = isTyped ? paintTyped(renaming.field, roomForTitle(layout)) : undefined;
        return toSessionRow(session, layout, view, typed);
      }}
      view={{ ...view, width: layout.listWidth }}
      rows={layout.listRows}
      isActive={isActive && renaming.sessionId === null}
      searchesAtOnce
      empty={problem ?? (sessions === null ? sessionTexts.loading : sessionTexts.empty)}
      hint={renaming.sessionId === null ? hintFor(view.width) : sessionTexts.renameHint}
      {...(warning === null ? {} : { alert: warning })}
      onChoose={({ sessionId }) => {
        onOpen(sessionId);
      }}
      onLeave={onLeave}
      onOther={press}
      onMark={onMark}
      {...(layout.kind === 'beside' ? { head: headOf(layout) } : {})}
      {...(layout.kind === 'below' ? { below: ['', about, quoted] } : {})}
      around={(list) =>
        layout.kind === 'beside' ? joinPreview(list, [about, '', ...previewLines], { layout, view }) : list
      }
    />
  );
}

const textOf = ({ title, folder, sessionId }: ListedSession): string => `${title} ${folder} ${sessionId}`;
const keyOf = ({ sessionId }: ListedSession): string => sessionId;
const titleOf = ({ title }: ListedSession): string => (title === '' ? sessionTexts.untitled : title);

function hintFor(width: number): string {
  const { wide, normal, narrow } = sessionTexts.hints;
  return width >= WIDE ? wide : width >= NARROW ? normal : narrow;
}
