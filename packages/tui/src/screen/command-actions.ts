import type { AgentProtocol } from '@bowline/protocol';
import { readRewindPoints } from '../panels/read-rewind-points.ts';
import type { CommandActions } from '../host/slash-command.ts';
import type { TuiHost } from '../host/tui-host.ts';
import type { PanelName, ScreenState, Store } from './screen-state.ts';
import type { TerminalPort } from './terminal-port.ts';

/** The parts of the screen that commands can use. */
export interface CommandedScreen extends Pick<CommandActions, 'go' | 'prefer' | 'quit'> {
  readonly host: TuiHost;
  readonly port: Pick<TerminalPort, 'prompt'>;
  readonly view: {
    readonly store: Store<ScreenState>;
    readonly printer: { readonly text: (text: string) => void };
    readonly clear: () => void;
  };
  readonly session: Pick<CommandActions, 'send' | 'setMode'> & {
    readonly lastAnswer: string | null;
    readonly agent: AgentProtocol | null;
  };
  readonly show: (panel: PanelName | 'approvals') => void;
  readonly pick: CommandActions['pick'];
  readonly edit: (text: string, extension: string) => Promise<string | null>;
}

/** The actions that a slash command gets. `echo` shows the command above what it prints. */
export function createActions(screen: CommandedScreen, echo: () => void): CommandActions {
  const { session, view, host, port } = screen;
  const { store } = view;
  return {
    print: (text) => {
      echo();
      view.printer.text(text);
    },
    send: async (send) => {
      await session.send(send);
    },
    type: (text) => {
      port.prompt?.setText(text);
    },
    edit: async () => {
      const edited = await screen.edit(port.prompt?.text() ?? '', 'md');
      if (edited !== null) port.prompt?.setText(edited.replace(/\r?\n$/, ''));
    },
    mode: () => store.get().session.mode,
    model: () => store.get().session.model,
    setMode: async (mode) => {
      await session.setMode(mode);
    },
    go: async (choice) => {
      await screen.go(choice);
    },
    show: (panel) => {
      screen.show(panel);
    },
    pick: (picker) => {
      screen.pick(picker);
    },
    preferences: () => store.get().preferences,
    prefer: async (changed) => {
      await screen.prefer(changed);
    },
    clear: () => {
      view.clear();
    },
    quit: () => {
      screen.quit();
    },
    lastAnswer: () => session.lastAnswer,
    copy: async (text) => {
      await host.abilities.copy(text);
    },
    previewUndo: async () => {
      const { sessionId } = store.get().session;
      const points = session.agent === null ? [] : await readRewindPoints(session.agent.events());
      const last = points.findLast(({ isQueued }) => !isQueued);
      if (sessionId === null || last === undefined) return null;
      const data = { before: last.eventId };
      return { data, preview: await host.abilities.previewFiles(sessionId, { name: 'restore', data }) };
    },
    sessionId: () => store.get().session.sessionId,
    signal: new AbortController().signal,
  };
}
