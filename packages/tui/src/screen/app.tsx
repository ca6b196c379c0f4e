import { Box, Text, useApp, useInput } from 'ink';
import { useEffect, useInsertionEffect, useMemo, useRef, useSyncExternalStore, type ReactElement } from 'react';
import { QuestionPanel } from '../questions/question-panel.tsx';
import { toTabOrder, type QueueState } from '../questions/question-queue.ts';
import type { ScrollRange } from '../questions/question-state.ts';
import type { DockProps } from './dock-props.ts';
import { paintFrameFooter, type Focus } from './frame-footer.ts';
import { Panel } from './panel.tsx';
import { planBottom, rowsForDraft } from './plan-bottom.ts';
import type { ScreenState } from './screen-state.ts';
import type { Surface } from './surface.ts';
import { useDock, type DockFrame } from './use-dock.ts';

/** The bottom of the screen: what asks, what is typed, what is known. All above it goes past Ink. */
export function App({ surface }: { readonly surface: Surface }): ReactElement {
  const { store, host } = surface;
  const state = useSyncExternalStore(store.subscribe, store.get);
  useHands(surface);
  const view = { ...surface.printer.view(state.width), theme: state.theme };
  const range = useRef<ScrollRange>({ last: 0, page: 1 });
  const requests = useMemo(() => toTabOrder(state.session.pending), [state.session.pending]);
  const dock = useOwnDock(surface, state, { view, requests, range: () => range.current });
  const focus = focusOf(state, dock.queue);
  const footer = paintFrameFooter(state, { folder: host.place.folder, focus }, view);
  // Always listened to: without any listener the keyboard is not ours for a moment, and what is typed then is lost.
  useInput((input, key) => {
    if ((focus === 'panel' || focus === 'question') && key.ctrl && input === 'c') surface.interrupt();
  });
  const hint = dock.vimMode === null ? [] : [view.theme.dim(`-- ${dock.vimMode} --`)];
  const hasQuestion = requests.length > 0 && state.panel === null && !dock.queue.isLater;
  const plan = planBottom({ rows: state.rows, draft: dock.lines, below: [...hint, ...footer], hasQuestion });
  const { room, below, isSpaced } = plan;
  useInsertionEffect(() => {
    const above = below.length + dock.lines.length - 1 - dock.cursor.y;
    const isDraft = focus === 'draft' || focus === 'later';
    surface.canvas.setCursor(isDraft ? { above, column: dock.cursor.x } : null);
  });
  return (
    <Box flexDirection="column">
      {isSpaced && (requests.length > 0 || state.panel !== null) && <Text> </Text>}
      {requests.length > 0 && (
        <QuestionPanel
          requests={requests}
          queue={state.panel === null ? dock.queue : { ...dock.queue, isLater: true }}
          isDraftEmpty={dock.isDraftEmpty}
          view={view}
          rows={room}
          onRange={(painted) => {
            range.current = painted;
          }}
        />
      )}
      {state.panel !== null && <Panel name={state.panel} surface={surface} view={view} rows={room} />}
      <Text wrap="truncate">{[...(isSpaced ? [''] : []), ...dock.lines, ...below].join('\n')}</Text>
    </Box>
  );
}

function focusOf({ panel }: ScreenState, { hasFocus, isLater }: QueueState): Focus {
  if (panel !== null) return 'panel';
  return hasFocus ? 'question' : isLater ? 'later' : 'draft';
}

/** Draft and questions, with what their keys do here. */
function useOwnDock(
  surface: Surface,
  state: ScreenState,
  own: Pick<DockProps, 'view' | 'requests' | 'range'>,
): DockFrame {
  const { host } = surface;
  return useDock({
    ...own,
    isActive: state.panel === null,
    isSetup: state.isSetup,
    rows: rowsForDraft(state.rows, own.requests.length > 0),
    isBusy: state.session.isBusy,
    isVim: state.preferences.isVim,
    commands: surface.registry.commands,
    abilities: useMemo(
      () => ({ ...host.abilities, edit: async (text, extension) => await surface.edit(text, extension) }),
      [host, surface],
    ),
    history: state.history,
    placeholder: state.session.isBusy ? 'Add a message (sent at the next step)' : 'What would you like to do?',
    onSubmit: (submission) => {
      surface.submit(submission);
    },
    onEscape: () => {
      surface.escape();
    },
    onInterrupt: () => {
      surface.interrupt();
    },
    onLeave: () => {
      surface.quit();
    },
    onShortcut: (chord) => {
      surface.shortcut(chord);
    },
    onNote: (text) => {
      surface.note(text);
    },
    onAnswer: async (inputId, answer) => {
      await surface.answer(inputId, answer);
    },
    controls: (controls) => {
      surface.hands.prompt = controls;
    },
  });
}

/** Hands over what only Ink can do, and listens to the window. */
function useHands(surface: Surface): void {
  const { exit, suspendTerminal } = useApp();
  const { stdout } = surface.host.terminal;
  useEffect(() => {
    surface.hands.leave = (code) => {
      exit(code);
    };
    surface.hands.suspend = async (use) => {
      await suspendTerminal(use);
    };
    const onResize = (): void => {
      surface.resize();
    };
    stdout.on('resize', onResize);
    return () => {
      stdout.off('resize', onResize);
    };
  }, [surface, stdout, exit, suspendTerminal]);
}
