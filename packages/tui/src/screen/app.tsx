import { Box, Text, useApp, useInput } from 'ink';
import { useEffect, useInsertionEffect, useMemo, useSyncExternalStore, type ReactElement } from 'react';
import { usePrompt, type PromptFrame } from '../input/use-prompt.ts';
import type { View } from '../paint/view.ts';
import { QuestionPanel } from '../questions/question-panel.tsx';
import { paintFrameFooter } from './frame-footer.ts';
import { Panel } from './panel.tsx';
import type { ScreenState } from './screen-state.ts';
import type { Surface } from './surface.ts';

/** The bottom of the screen: what asks, what is typed, what is known. All above it goes past Ink. */
export function App({ surface }: { readonly surface: Surface }): ReactElement {
  const { store, host } = surface;
  const state = useSyncExternalStore(store.subscribe, store.get);
  useHands(surface);
  const view = { ...surface.printer.view(state.width), theme: state.theme };
  const footer = paintFrameFooter(state, host.place.folder, view);
  const keyboard = whoHasTheKeyboard(state);
  const prompt = useOwnPrompt(surface, state, { view, isActive: keyboard === 'prompt' });
  // Always listened to: without any listener the keyboard is not ours for a moment, and what is typed then is lost.
  useInput((input, key) => {
    if (keyboard !== 'prompt' && key.ctrl && input === 'c') surface.interrupt();
  });
  const hint = prompt.vimMode === null ? [] : [view.theme.dim(`-- ${prompt.vimMode} --`)];
  const below = [...hint, ...footer];
  useInsertionEffect(() => {
    const above = below.length + prompt.lines.length - 1 - prompt.cursor.y;
    surface.canvas.setCursor(keyboard === 'prompt' ? { above, column: prompt.cursor.x } : null);
  });
  const room = Math.max(4, state.rows - 4 - prompt.lines.length - below.length);
  return (
    <Box flexDirection="column">
      {(state.session.pending.length > 0 || state.panel !== null) && <Text> </Text>}
      {state.session.pending.length > 0 && (
        <QuestionPanel
          requests={state.session.pending}
          view={view}
          rows={room}
          isActive={keyboard === 'question'}
          onAnswer={async (inputId, answer) => {
            await surface.answer(inputId, answer);
          }}
          onEdit={async (text, extension) => await surface.edit(text, extension)}
          onEscape={() => {
            store.set({ isAnswering: false });
          }}
          onStray={(text) => {
            surface.hands.prompt?.insert(text);
          }}
        />
      )}
      {state.panel !== null && <Panel name={state.panel} surface={surface} view={view} rows={room} />}
      <Text wrap="truncate">{['', ...prompt.lines, ...below].join('\n')}</Text>
    </Box>
  );
}

function whoHasTheKeyboard({ panel, session, isAnswering }: ScreenState): 'panel' | 'question' | 'prompt' {
  if (panel !== null) return 'panel';
  return session.pending.length > 0 && isAnswering ? 'question' : 'prompt';
}

/** The prompt, with what its keys do here. */
function useOwnPrompt(
  surface: Surface,
  state: ScreenState,
  { view, isActive }: { readonly view: View; readonly isActive: boolean },
): PromptFrame {
  const { host } = surface;
  return usePrompt({
    view,
    isActive,
    rows: state.rows,
    isBusy: state.session.isBusy,
    isVim: state.preferences.isVim,
    commands: surface.registry.commands,
    abilities: useMemo(
      () => ({ ...host.abilities, edit: async (text, extension) => await surface.edit(text, extension) }),
      [host, surface],
    ),
    history: state.history,
    placeholder: state.session.isBusy ? 'Say more; it is heard at the next step' : 'What shall be done?',
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
