import { Box, Text, useApp, useInput } from 'ink';
import { useEffect, useInsertionEffect, useMemo, useRef, useSyncExternalStore, type ReactElement } from 'react';
import { QuestionPanel } from '../questions/paint/question-panel.tsx';
import { toTabOrder, type QueueState } from '../questions/question-queue.ts';
import type { ScrollRange } from '../questions/question-state.ts';
import type { DockProps } from '../dock/dock-props.ts';
import { paintFrameFooter, type Focus } from './frame-footer.ts';
import { Panel } from './panel.tsx';
import { planBottom, rowsForDraft } from './plan-bottom.ts';
import type { ScreenState } from './screen-state.ts';
import type { ScreenController } from './screen-controller.ts';
import { useDock, type DockFrame } from '../dock/use-dock.ts';
import { screenTexts } from '../texts/screen-texts.ts';

/** The bottom of the screen: questions, panels, prompt and footer. Everything above it bypasses Ink. */
export function App({ screen }: { readonly screen: ScreenController }): ReactElement {
  const { view: screenView, host } = screen;
  const { store } = screenView;
  const state = useSyncExternalStore(store.subscribe, store.get);
  usePort(screen);
  const view = { ...screenView.printer.view(state.width), theme: state.theme };
  const range = useRef<ScrollRange>({ last: 0, page: 1 });
  const requests = useMemo(() => toTabOrder(state.session.pending), [state.session.pending]);
  const dock = useOwnDock(screen, state, { view, requests, range: () => range.current });
  const focus = focusOf(state, dock.queue);
  const footer = paintFrameFooter(state, { folder: host.place.folder, focus }, view);
  // Always active: without a listener Ink releases the keyboard for a moment and loses typed text.
  useInput((input, key) => {
    if ((focus === 'panel' || focus === 'question') && key.ctrl && input === 'c') screen.keys.interrupt();
  });
  const hint = dock.vimMode === null ? [] : [view.theme.dim(screenTexts.vimMode(dock.vimMode))];
  const hasQuestion = requests.length > 0 && state.panel === null && !dock.queue.isLater;
  const plan = planBottom({ rows: state.rows, draft: dock.lines, below: [...hint, ...footer], hasQuestion });
  const { room, below, isSpaced } = plan;
  useInsertionEffect(() => {
    const above = below.length + dock.lines.length - 1 - dock.cursor.y;
    const isDraft = focus === 'draft' || focus === 'later';
    screenView.canvas.setCursor(isDraft ? { above, column: dock.cursor.x } : null);
  });
  return (
    <Box flexDirection="column">
      {isSpaced && (requests.length > 0 || state.panel !== null) && <Text> </Text>}
      {requests.length > 0 && (
        <QuestionPanel
          requests={requests}
          queue={state.panel === null ? dock.queue : { ...dock.queue, isLater: true }}
          isDraftEmpty={dock.isDraftEmpty}
          isSetup={state.isSetup}
          view={view}
          rows={room}
          onRange={(painted) => {
            range.current = painted;
          }}
        />
      )}
      {state.panel !== null && <Panel name={state.panel} screen={screen} view={view} rows={room} />}
      <Text wrap="truncate">{[...(isSpaced ? [''] : []), ...dock.lines, ...below].join('\n')}</Text>
    </Box>
  );
}

function focusOf({ panel }: ScreenState, { hasFocus, isLater }: QueueState): Focus {
  if (panel !== null) return 'panel';
  return hasFocus ? 'question' : isLater ? 'later' : 'draft';
}

/** The dock, connected to the controllers. */
function useOwnDock(
  screen: ScreenController,
  state: ScreenState,
  own: Pick<DockProps, 'view' | 'requests' | 'range'>,
): DockFrame {
  const { host, keys, session } = screen;
  return useDock({
    ...own,
    ...(host.clock === undefined ? {} : { clock: host.clock }),
    isActive: state.panel === null,
    isSetup: state.isSetup,
    rows: rowsForDraft(state.rows, own.requests.length > 0),
    isBusy: state.session.isBusy,
    isVim: state.preferences.isVim,
    commands: screen.commands.registry.commands,
    abilities: useMemo(
      () => ({ ...host.abilities, edit: async (text, extension) => await screen.edit(text, extension) }),
      [host, screen],
    ),
    history: state.history,
    placeholder: state.session.isBusy ? screenTexts.placeholderBusy : screenTexts.placeholder,
    onSubmit: (submission) => {
      screen.commands.submit(submission);
    },
    onEscape: () => {
      keys.escape();
    },
    onInterrupt: () => {
      keys.interrupt();
    },
    onLeave: () => {
      screen.quit();
    },
    onShortcut: (chord) => {
      keys.shortcut(chord);
    },
    onNote: (text) => {
      screen.view.note(text);
    },
    onAnswer: async (inputId, answer) => {
      await session.send({ input: { inputId, answer } });
    },
    controls: (controls) => {
      screen.port.prompt = controls;
    },
  });
}

/** Fills the port with what only Ink can do, and follows the size of the window. */
function usePort(screen: ScreenController): void {
  const { exit, suspendTerminal } = useApp();
  const { stdout } = screen.host.terminal;
  useEffect(() => {
    screen.port.leave = (code) => {
      exit(code);
    };
    screen.port.suspend = async (use) => {
      await suspendTerminal(use);
    };
    const onResize = (): void => {
      screen.view.resize();
    };
    stdout.on('resize', onResize);
    return () => {
      stdout.off('resize', onResize);
    };
  }, [screen, stdout, exit, suspendTerminal]);
}
