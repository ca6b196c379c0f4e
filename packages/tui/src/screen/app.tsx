import { useApp, useInput } from 'ink';
import { useEffect, useInsertionEffect, useMemo, useRef, useSyncExternalStore, type ReactElement } from 'react';
import { paintMenu } from '../completion/paint-menu.ts';
import { ctrlOf, toPresses } from '../keys/press.ts';
import { SurfaceContext } from '../lists/section.tsx';
import { FRAME_CELLS } from '../paint/frame/paint-dock.ts';
import { hintsFor, NARROW, type PlaceFacts } from '../paint/status/describe-status.ts';
import { LOW } from '../dock/dock-painter.ts';
import { useQuestion } from '../questions/paint/use-question.ts';
import { toTabOrder } from '../questions/question-queue.ts';
import type { QueueState } from '../questions/queue-state.ts';
import type { ScrollRange } from '../questions/question-state.ts';
import type { DockProps } from '../dock/dock-props.ts';
import { Panel } from './panel.tsx';
import { releaseKeyboard } from './release-keyboard.ts';
import { planRooms, rowsForDraft } from './plan-rooms.ts';
import type { ScreenState } from './screen-state.ts';
import type { ScreenController } from './screen-controller.ts';
import { useDock, type DockFrame } from '../dock/use-dock.ts';
import { OWNER_QUESTION } from '../session/owner-question.ts';
import { watchTexts } from '../texts/watch-texts.ts';
import { describePending, screenTexts } from '../texts/screen-texts.ts';

/** What has the keyboard. `later` is the draft while a question is postponed. */
type Focus = 'panel' | 'question' | 'draft' | 'later';

/** The dock: questions, panels and the draft. It renders nothing: the canvas paints what it says. */
export function App({ screen }: { readonly screen: ScreenController }): ReactElement {
  const { view: screenView, host } = screen;
  const { store, dock: painter } = screenView;
  const state = useSyncExternalStore(store.subscribe, store.get);
  usePort(screen);
  const whole = { ...screenView.printer.view(state.width), theme: state.theme };
  const view = whole.isScreenReader ? whole : { ...whole, width: Math.max(8, whole.width - FRAME_CELLS) };
  const range = useRef<ScrollRange>({ last: 0, page: 1 });
  const requests = useMemo(
    // Without its process, nothing of the session can be answered.
    () => (state.ownQuestion === null ? toTabOrder(state.session.pending) : [state.ownQuestion]),
    [state.session.pending, state.ownQuestion],
  );
  const dock = useOwnDock(screen, state, { view, requests, range: () => range.current });
  const focus = focusOf(state, dock.queue);
  // Always active: without a listener Ink releases the keyboard for a moment and loses typed text.
  useInput((input, key) => {
    for (const letter of toPresses(input, key).map(ctrlOf)) {
      // Whatever has the keyboard.
      if (letter === 'z') screen.keys.suspend();
      else if (letter === 'c' && focus === 'panel') screen.keys.leavePanel();
      else if (letter === 'c' && focus === 'question') screen.keys.interrupt();
    }
  });
  const rooms = planRooms({ rows: state.rows, draft: dock.lines.length, width: state.width });
  const question = useQuestion({
    requests,
    queue: state.panel === null ? dock.queue : { ...dock.queue, isLater: true },
    isDraftEmpty: dock.isDraftEmpty,
    isSetup: state.isSetup,
    isBusy: state.session.isBusy,
    isLow: state.rows < LOW,
    view,
    rows: rooms.question,
    onRange: (painted) => {
      range.current = painted;
    },
  });
  const { menu } = dock;
  const completions = menu === null ? null : paintMenu(menu, { rows: rooms.menu }, whole);
  useInsertionEffect(() => {
    painter.set({
      section: completions ?? question,
      covers: completions !== null,
      waiting: toWaiting(state),
      draft: dock,
      hasDraft: focus === 'draft' || focus === 'later',
      status: { ...state.session, vimMode: dock.vimMode },
      place: toPlace(state, host.place.folder),
    });
  });
  return (
    <SurfaceContext.Provider value={painter}>
      {state.panel !== null && <Panel name={state.panel} screen={screen} view={whole} rows={rooms.panel} />}
    </SurfaceContext.Provider>
  );
}

/** Approvals and questions that a panel hides. */
function toWaiting({ session: { pending } }: ScreenState): string | undefined {
  if (pending.length === 0) return undefined;
  const approvals = pending.filter(({ kind }) => kind === 'confirmation').length;
  return `? ${describePending({ approvals, questions: pending.length - approvals })}`;
}

function toPlace(
  { branch, note, isConfined, session, width, running, watched }: ScreenState,
  folder: string,
): PlaceFacts {
  // In yolo mode, commands run outside the sandbox.
  const confined = isConfined === null ? null : isConfined && session.mode !== 'yolo';
  return {
    folder,
    branch,
    isConfined: confined,
    note,
    keys: watched?.kind === 'running' ? watchTexts.hints : hintsFor(width, running.length),
  };
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
    isVim: state.preferences.isVim,
    commands: screen.commands.registry.commands,
    abilities: useMemo(
      () => ({ ...host.abilities, edit: async (text, extension) => await screen.edit(text, extension) }),
      [host, screen],
    ),
    history: state.history,
    placeholder: toPlaceholder(state),
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
    onNotice: (text) => {
      screen.view.printer.notice('warning', text);
    },
    onAnswer: async (inputId, answer) => {
      if (inputId === OWNER_QUESTION)
        await screen.answerOwner(answer.kind === 'choice' ? answer.optionIds[0] : undefined);
      else await session.send({ input: { inputId, answer } });
    },
    onPreview: async (inputId) => {
      await session.send({ action: { name: 'preview', data: { inputId } } });
    },
    controls: (controls) => {
      screen.port.prompt = controls;
    },
  });
}

function toPlaceholder({ session, width, connecting, panel, watched }: ScreenState): string {
  const unconnected = panel === 'connect' ? screenTexts.placeholderConnecting : screenTexts.placeholderUnconnected;
  const busy = watched?.kind === 'running' ? watchTexts.placeholder(watched.pid) : screenTexts.placeholderBusy;
  const ready = session.isBusy ? busy : screenTexts.placeholder;
  const [long, short] = connecting === null ? ready : unconnected;
  return width < NARROW ? short : long;
}

/** Fills the port with what only Ink can do, and follows the size of the window. */
function usePort(screen: ScreenController): void {
  const { exit, suspendTerminal } = useApp();
  const { stdin, stdout } = screen.host.terminal;
  useEffect(() => {
    screen.port.leave = (code) => {
      exit(code);
    };
    screen.port.suspend = async (use) => {
      await suspendTerminal(async () => {
        await releaseKeyboard(stdin);
        await use();
      });
    };
    const onResize = (): void => {
      screen.view.resize();
    };
    stdout.on('resize', onResize);
    return () => {
      stdout.off('resize', onResize);
    };
  }, [screen, stdin, stdout, exit, suspendTerminal]);
}
