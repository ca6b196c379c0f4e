import { useCallback, useMemo, useState, type ReactElement } from 'react';
import type { ListedSession, TuiAbilities } from '../host/tui-host.ts';
import { ChoiceList } from '../lists/choice-list.tsx';
import type { Lines, View } from '../paint/layout/view.ts';
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
  spokenLayout,
  roomForTitle,
  toSessionRow,
  type BrowserLayout,
} from './paint-sessions.ts';
import { usePreview } from './use-preview.ts';
import { paintTyped } from './use-rename.ts';
import { useSessionList, type SessionActions } from './use-session-list.ts';

export interface SessionBrowserProps extends SessionActions, Pick<TuiAbilities, 'preview'> {
  readonly view: View;
  readonly rows: number;
  readonly onOpen: (sessionId: string) => void;
  readonly onLeave: () => void;
}

/** Lists the sessions, with a preview of the marked one. */
export function SessionBrowser(props: SessionBrowserProps): ReactElement {
  const { view, rows, isActive, onOpen, onLeave } = props;
  const { items, empty, isHere, renaming, alertFor, press } = useSessionList(props);
  const [marked, setMarked] = useState<ListedSession | null>(null);
  const onMark = useCallback((session: ListedSession | undefined) => {
    setMarked(session ?? null);
  }, []);
  const layout = view.isScreenReader ? spokenLayout(rows) : planLayout(view.width, rows);
  const { beside, below } = useAbout(marked, { layout, view, read: props.preview });
  const alert = alertFor(marked);
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
        return toSessionRow(session, { layout, now: view.now, typed });
      }}
      view={{ ...view, width: layout.listWidth }}
      rows={layout.listRows}
      isActive={isActive}
      searchesAtOnce
      empty={empty}
      hint={renaming.sessionId === null ? hintFor(view.width) : sessionTexts.renameHint}
      {...(alert === null ? {} : { alert })}
      onChoose={({ sessionId }) => {
        onOpen(sessionId);
      }}
      onLeave={onLeave}
      takesFirst={renaming.press}
      onOther={press}
      onMark={onMark}
      {...(layout.kind === 'beside' ? { head: headOf(layout) } : {})}
      {...(layout.kind === 'below' ? { below } : {})}
      around={(list) => (layout.kind === 'beside' ? joinPreview(list, beside, { layout, view }) : list)}
    />
  );
}

interface AboutParts {
  readonly layout: BrowserLayout;
  readonly view: View;
  readonly read: TuiAbilities['preview'];
}

/** What is known of the marked session, for beside the list and for below it. */
function useAbout(
  marked: ListedSession | null,
  { layout, view, read }: AboutParts,
): { readonly beside: Lines; readonly below: Lines } {
  const preview = usePreview(read, marked?.sessionId ?? null);
  const said = useMemo(
    () => (layout.kind === 'beside' ? paintPreview(preview, layout.previewWidth, view) : []),
    [preview, layout.kind, layout.previewWidth, view.theme],
  );
  const room = Math.max(8, view.width - 4);
  const about = marked === null ? '' : view.theme.dim(truncate(paintAbout(marked, preview, layout), room));
  const last = lastMessage(preview);
  const quoted = last === '' ? '' : view.theme.dim(truncate(sessionTexts.last(last), room));
  return { beside: [about, '', ...said], below: ['', about, quoted] };
}

const textOf = ({ title, folder, sessionId }: ListedSession): string => `${title} ${folder} ${sessionId}`;
const keyOf = ({ sessionId }: ListedSession): string => sessionId;

function hintFor(width: number): string {
  const { wide, normal, narrow } = sessionTexts.hints;
  return width >= WIDE ? wide : width >= NARROW ? normal : narrow;
}
