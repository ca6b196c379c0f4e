import { usePaste } from 'ink';
import type { JsonObject } from '@bowline/protocol';
import { unreachable } from '@bowline/protocol/plain';
import { useCallback, useMemo, type ReactElement } from 'react';
import type { RewindPoint } from '../panels/read-rewind-points.ts';
import { RewindBrowser } from '../panels/rewind-browser.tsx';
import { SessionBrowser } from '../panels/session-browser.tsx';
import { FieldsContext, type TakePaste } from '../lists/use-field-paste.ts';
import { TextPanel } from '../lists/text-panel.tsx';
import { ConnectPanel } from '../panels/connect-panel.tsx';
import { ContextPanel } from '../panels/context-panel.tsx';
import { CommandPalette, type PaletteEntry } from '../panels/command-palette.tsx';
import { paintHelp } from '../panels/paint-help.ts';
import { paintStats } from '../panels/paint-stats.ts';
import { StepsPanel } from '../panels/steps-panel.tsx';
import { ThemePanel } from '../panels/theme-panel.tsx';
import type { Picker, PickerRow } from '../host/picker.ts';
import { QuitPanel } from '../panels/quit-panel.tsx';
import { TasksPanel } from '../panels/tasks-panel.tsx';
import { PickerPanel } from '../panels/picker-panel.tsx';
import { TurnPanel } from '../panels/turn-panel.tsx';
import { listThemes } from '../paint/theme/list-themes.ts';
import { FRAME_CELLS } from '../paint/frame/paint-dock.ts';
import { cleanText } from '../paint/layout/clean-text.ts';
import type { Lines, View } from '../paint/layout/view.ts';
import { wrapText } from '../paint/layout/wrap.ts';
import type { PanelName } from './screen-state.ts';
import type { ScreenController } from './screen-controller.ts';
import { panelTexts } from '../texts/panel-texts.ts';
import { screenTexts } from '../texts/screen-texts.ts';

export interface PanelProps {
  readonly name: PanelName;
  readonly screen: ScreenController;
  readonly view: View;
  readonly rows: number;
}

/** What every panel gets. */
interface PanelParts extends Omit<PanelProps, 'name'> {
  readonly isActive: true;
  readonly onLeave: () => void;
  /** Typed text that a panel does not use: it closes, and the text goes to the draft. */
  readonly onType: (text: string) => void;
}

/** The panel above the prompt. It has the keyboard until it is closed. */
export function Panel({ name, ...props }: PanelProps): ReactElement | null {
  const { screen } = props;
  const Shown = panels[name];
  const fields = useMemo(() => new Set<TakePaste>(), []);
  const onType = (text: string): void => {
    screen.closePanel();
    screen.port.prompt?.insert(text);
  };
  usePaste((text) => {
    const isTaken = [...fields].some((take) => take(text));
    if (!isTaken) onType(text);
  });
  return (
    <FieldsContext value={fields}>
      <Shown
        {...props}
        isActive
        onLeave={() => {
          screen.closePanel();
        }}
        onType={onType}
      />
    </FieldsContext>
  );
}

const panels: { readonly [Name in PanelName]: (parts: PanelParts) => ReactElement | null } = {
  help: ({ screen, ...common }) => (
    <TextPanel
      {...common}
      title={panelTexts.help}
      lines={paintHelp(screen.commands.registry.commands, inside(common.view))}
    />
  ),
  stats: ({ screen, ...common }) => (
    <TextPanel
      {...common}
      title={panelTexts.stats}
      lines={paintStats(screen.session.transcript, inside(common.view))}
    />
  ),
  palette: ({ screen, ...common }) => (
    <CommandPalette
      {...common}
      commands={screen.commands.registry.commands}
      sessions={screen.host.abilities.sessions}
      onChoose={(entry) => {
        choose(entry, screen);
      }}
    />
  ),
  sessions: ({ screen, ...common }) => (
    <SessionBrowser
      {...common}
      sessions={screen.host.abilities.sessions}
      preview={screen.host.abilities.preview}
      openId={screen.view.store.get().session.sessionId}
      onRename={async (sessionId, title) => {
        await screen.rename(sessionId, title);
      }}
      onDelete={screen.host.abilities.remove}
      onOpen={(sessionId) => {
        void screen.go({ kind: 'resume', sessionId });
      }}
      onFork={(sessionId) => {
        void screen.go({ kind: 'fork', sessionId, before: null });
      }}
    />
  ),
  rewind: Rewind,
  theme: ({ screen, ...common }) => (
    <ThemePanel
      {...common}
      names={listThemes(screen.host.terminal.custom)}
      current={screen.view.store.get().preferences.theme}
      themeOf={(theme) => screen.view.themeOf(theme)}
      onChoose={(theme) => {
        common.onLeave();
        screen.prefer({ theme }).catch(screen.view.fail);
      }}
    />
  ),
  turn: Turn,
  tasks: ({ screen, ...common }) => <TasksPanel {...common} tasks={screen.session.tasks} onFail={screen.view.fail} />,
  quit: ({ screen, view, rows, onLeave }) => (
    <QuitPanel
      {...{ view, rows }}
      tasks={screen.view.store.get().running}
      onKeep={() => {
        screen.port.leave(0);
      }}
      onStop={() => {
        void screen.stopAndQuit().catch(screen.view.fail);
      }}
      onStay={onLeave}
    />
  ),
  context: ({ screen, ...common }) => (
    <ContextPanel
      {...common}
      events={() => screen.session.agent?.events() ?? nothing()}
      fixed={() => screen.host.abilities.fixedContext(screen.view.store.get().session.model)}
      use={screen.session.transcript.context}
      onCompress={() => {
        common.onLeave();
        void screen.commands.run('/compress');
      }}
    />
  ),
  connect: Connect,
  pasted: Pasted,
  picker: Pick,
  steps: ({ screen, ...common }) => (
    <StepsPanel
      {...common}
      todos={screen.session.transcript.todos}
      isBusy={screen.session.transcript.stream !== null}
    />
  ),
};

function Pasted({ screen, ...common }: PanelParts): ReactElement {
  const { width } = inside(common.view);
  // Painted once, because it may be long.
  const lines = useMemo(() => paintPasted(screen.port.prompt?.pasted() ?? [], width), [screen, width]);
  return <TextPanel {...common} title={panelTexts.pasted} lines={lines} />;
}

/** So many lines of pasted text can be seen. */
const MOST_PASTED = 2000;

function paintPasted(texts: readonly string[], width: number): Lines {
  const lines = texts.flatMap((text) => text.split(/\r?\n/));
  const rows = lines.slice(0, MOST_PASTED).flatMap((line) => wrapText(cleanText(line), width));
  return lines.length <= MOST_PASTED ? rows : [...rows, panelTexts.more(lines.length - MOST_PASTED)];
}

/** The view inside the frame. */
function inside(view: View): View {
  return view.isScreenReader ? view : { ...view, width: view.width - FRAME_CELLS };
}

function Turn({ screen, view, rows, onLeave }: PanelParts): ReactElement {
  const { session, host } = screen;
  return (
    <TurnPanel
      {...{ view, rows, onLeave }}
      events={() => session.agent?.events() ?? nothing()}
      beside={() => ({ live: session.transcript.live, shell: session.shell.calls })}
      isRunning={() => session.transcript.stream !== null || session.shell.isRunning}
      onCopy={(text) => {
        host.abilities.copy(text).then(() => {
          screen.view.note(screenTexts.copied);
        }, screen.view.fail);
      }}
      onPage={(text) => {
        screen.page(text).catch(screen.view.fail);
      }}
    />
  );
}

function Connect({ screen, view, onLeave }: PanelParts): ReactElement | null {
  const { connecting } = screen.view.store.get();
  if (connecting === null) return null;
  return (
    <ConnectPanel
      {...{ connecting, view, onWrite: onLeave }}
      onSkip={() => {
        onLeave();
        void screen.session.open('again');
      }}
      onConnected={(notes) => {
        onLeave();
        void screen.session.open('again', { notes });
      }}
    />
  );
}

function Pick({ screen, view, rows, onLeave }: PanelParts): ReactElement | null {
  const { picker } = screen.view.store.get();
  if (picker === null) return null;
  const act =
    (take: Picker['choose'] | undefined) =>
    (row: PickerRow, scope: string): void => {
      if (take === undefined) return;
      onLeave();
      void Promise.resolve(take(row.id, scope)).catch(screen.view.fail);
    };
  return <PickerPanel {...{ picker, view, rows, onLeave }} onChoose={act(picker.choose)} onReset={act(picker.reset)} />;
}

function Rewind({ screen, ...common }: PanelParts): ReactElement {
  const { session, view } = screen;
  const preview = useCallback(
    async (point: RewindPoint) => {
      const { sessionId } = screen.view.store.get().session;
      if (sessionId === null) return { to: 0, files: [], commands: [] };
      return await screen.host.abilities.previewFiles(sessionId, { name: 'rewind', data: toPoint(point) });
    },
    [screen],
  );
  return (
    <RewindBrowser
      {...common}
      preview={preview}
      events={() => session.agent?.events() ?? nothing()}
      onRewind={(point, part) => {
        const { text } = point;
        const data = toPoint(point);
        const { prompt } = screen.port;
        const draft = prompt?.text() ?? '';
        screen.closePanel();
        if (part === 'files') {
          session.send({ action: { name: 'restore', data } }).catch(view.fail);
          return;
        }
        // At once: what is typed from here on follows the message, and is not replaced by it.
        prompt?.restart(text);
        const what = part === 'both' ? { ...data, files: true } : data;
        session.send({ action: { name: 'rewind', data: what } }).catch((thrown: unknown) => {
          if (prompt?.text() === text) prompt.setText(draft);
          view.fail(thrown);
        });
      }}
      onFork={({ eventId }) => {
        const { sessionId } = view.store.get().session;
        if (sessionId !== null) void screen.go({ kind: 'fork', sessionId, before: eventId });
      }}
    />
  );
}

/** A message that was sent during a turn goes back without the beginning of the turn. */
function toPoint({ eventId, isQueued }: RewindPoint): JsonObject {
  return isQueued ? { before: eventId, step: true } : { before: eventId };
}

async function* nothing(): AsyncGenerator<never> {}

/** Runs the selected entry, or puts it into the prompt if the command takes arguments. */
function choose(entry: PaletteEntry, screen: ScreenController): void {
  screen.closePanel();
  switch (entry.kind) {
    case 'command':
      if (entry.command.parameters === undefined) void screen.commands.run(`/${entry.command.name}`);
      else screen.port.prompt?.setText(`/${entry.command.name} `);
      return;
    case 'mode':
      // Yolo is confirmed in the picker.
      if (entry.mode === 'yolo') void screen.commands.run('/mode');
      else screen.session.setMode(entry.mode).catch(screen.view.fail);
      return;
    case 'session':
      void screen.go({ kind: 'resume', sessionId: entry.session.sessionId });
      return;
    default:
      unreachable(entry);
  }
}
