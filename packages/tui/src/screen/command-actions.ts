import type { CommandActions } from '../commands/slash-command.ts';
import type { TuiHost } from '../host.ts';
import type { PromptControls } from './dock-props.ts';
import type { ScreenState, Store } from './screen-state.ts';

/** What of the surface commands reach. */
export interface CommandedSurface extends Pick<
  CommandActions,
  'setMode' | 'go' | 'show' | 'prefer' | 'clear' | 'quit'
> {
  readonly store: Store<ScreenState>;
  readonly host: TuiHost;
  readonly hands: { readonly prompt: PromptControls | null };
  readonly printer: { readonly text: (text: string) => void };
  readonly desk: { readonly send: CommandActions['send']; readonly lastAnswer: string | null };
  readonly edit: (text: string, extension: string) => Promise<string | null>;
}

/** What a command that is typed here can make this surface do. */
export function createActions(surface: CommandedSurface): CommandActions {
  const { desk, store, host, hands, printer } = surface;
  return {
    print: (text) => {
      printer.text(text);
    },
    send: async (send) => {
      await desk.send(send);
    },
    type: (text) => {
      hands.prompt?.setText(text);
    },
    edit: async () => {
      const edited = await surface.edit(hands.prompt?.text() ?? '', 'md');
      if (edited !== null) hands.prompt?.setText(edited.replace(/\r?\n$/, ''));
    },
    mode: () => store.get().session.mode,
    setMode: async (mode) => {
      await surface.setMode(mode);
    },
    go: async (choice) => {
      await surface.go(choice);
    },
    show: (panel) => {
      surface.show(panel);
    },
    preferences: () => store.get().preferences,
    prefer: async (changed) => {
      await surface.prefer(changed);
    },
    clear: () => {
      surface.clear();
    },
    quit: () => {
      surface.quit();
    },
    lastAnswer: () => desk.lastAnswer,
    copy: async (text) => {
      await host.abilities.copy(text);
    },
    sessionId: () => store.get().session.sessionId,
    signal: new AbortController().signal,
  };
}
