import { AgentError } from '@bowline/protocol/plain';
import { useMemo, useState } from 'react';
import type { ListedSession, TuiAbilities } from '../host/tui-host.ts';
import { ctrlOf, type Press } from '../keys/press.ts';
import { useOnce } from '../lists/use-once.ts';
import { sessionTexts } from '../texts/panel-texts.ts';
import { useDelete } from './use-delete.ts';
import { useRename, type Renaming } from './use-rename.ts';

/** What can be done with sessions. */
export interface SessionActions {
  readonly sessions: TuiAbilities['sessions'];
  readonly isActive: boolean;
  /** The session on the screen, which can't be deleted. */
  readonly openId: string | null;
  /** Continues in a copy of the session, from its end. */
  readonly onFork: (sessionId: string) => void;
  /** Without a title, the session gets one from its first message. */
  readonly onRename: (sessionId: string, title: string) => Promise<void>;
  readonly onDelete: (sessionId: string) => Promise<void>;
  /** Returns milliseconds. For tests. */
  readonly clock?: () => number;
}

/** The sessions to show, and what is being done with them. */
export interface SessionList {
  readonly items: readonly ListedSession[];
  /** Shown in place of an empty list. */
  readonly empty: string;
  /** Only the sessions of this folder are shown. */
  readonly isHere: boolean;
  readonly renaming: Renaming;
  /** What to say in place of the keys, for the marked session. */
  readonly alertFor: (marked: ListedSession | null) => string | null;
  readonly press: (press: Press, session: ListedSession | undefined) => void;
}

/** Lists sessions, and renames, deletes and forks them. */
export function useSessionList({ clock = Date.now, ...actions }: SessionActions): SessionList {
  const [version, setVersion] = useState(0);
  const { value: sessions, problem } = useOnce(actions.sessions, { version });
  const [isHere, setHere] = useState(false);
  const [alert, setAlert] = useState<string | null>(null);
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
  const renaming = useRename(actions.isActive, (sessionId, title) => {
    change(actions.onRename(sessionId, title));
  });
  const deleting = useDelete(clock, (sessionId) => {
    change(actions.onDelete(sessionId));
  });
  const pressCtrl = (letter: string, { sessionId, title }: ListedSession): void => {
    if (letter === 'f') actions.onFork(sessionId);
    else if (letter === 'e') renaming.begin(sessionId, title);
    else if (letter === 'x' && sessionId === actions.openId) setAlert(sessionTexts.isOpenHere);
    else if (letter === 'x') deleting.press(sessionId);
  };
  const items = useMemo(() => (sessions ?? []).filter((session) => session.isHere || !isHere), [sessions, isHere]);
  return {
    items,
    empty: problem ?? (sessions === null ? sessionTexts.loading : sessionTexts.empty),
    isHere,
    renaming,
    alertFor: (marked) =>
      marked !== null && marked.sessionId === deleting.sessionId
        ? sessionTexts.deleteAgain(marked.title === '' ? sessionTexts.untitled : marked.title)
        : alert,
    press: (press, session) => {
      setAlert(null);
      const letter = ctrlOf(press);
      if (letter !== 'x') deleting.cancel();
      if (press.key === 'tab') setHere((before) => !before);
      else if (session !== undefined) pressCtrl(letter, session);
    },
  };
}
