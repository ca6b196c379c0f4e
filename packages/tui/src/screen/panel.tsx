import { unreachable } from '@bowline/protocol/plain';
import type { ReactElement } from 'react';
import { RewindBrowser } from '../panels/rewind-browser.tsx';
import { SessionBrowser } from '../panels/session-browser.tsx';
import { TextPanel } from '../lists/text-panel.tsx';
import { CommandPalette, type PaletteEntry } from '../panels/command-palette.tsx';
import { paintHelp } from '../panels/paint-help.ts';
import { paintStats } from '../panels/paint-stats.ts';
import { ThemePanel } from '../panels/theme-panel.tsx';
import { themeNames } from '../paint/theme/themes.ts';
import type { View } from '../paint/layout/view.ts';
import type { PanelName } from './screen-state.ts';
import type { ScreenController } from './screen-controller.ts';
import type { SessionChoice } from '../host/tui-host.ts';
import { cleanLine } from '../paint/layout/clean-text.ts';
import { truncate } from '../paint/layout/wrap.ts';
import { panelTexts } from '../texts/panel-texts.ts';
import { screenTexts } from '../texts/screen-texts.ts';

export interface PanelProps {
  readonly name: PanelName;
  readonly screen: ScreenController;
  readonly view: View;
  readonly rows: number;
}

/** The panel above the prompt. It has the keyboard until it is closed. */
export function Panel({ name, screen, view, rows }: PanelProps): ReactElement {
  const { session, host } = screen;
  const { registry } = screen.commands;
  const onLeave = (): void => {
    screen.closePanel();
  };
  const onType = (text: string): void => {
    screen.closePanel();
    screen.port.prompt?.insert(text);
  };
  const go = (choice: SessionChoice): void => {
    void screen.go(choice);
  };
  const common = { view, rows, isActive: true, onLeave };
  switch (name) {
    case 'help':
      return (
        <TextPanel {...common} onType={onType} title={panelTexts.help} lines={paintHelp(registry.commands, view)} />
      );
    case 'stats':
      return (
        <TextPanel {...common} onType={onType} title={panelTexts.stats} lines={paintStats(session.transcript, view)} />
      );
    case 'palette':
      return (
        <CommandPalette
          {...common}
          commands={registry.commands}
          sessions={host.abilities.sessions}
          onChoose={(entry) => {
            choose(entry, screen);
          }}
        />
      );
    case 'sessions':
      return (
        <SessionBrowser
          {...common}
          sessions={host.abilities.sessions}
          preview={host.abilities.preview}
          onOpen={(sessionId) => {
            go({ kind: 'resume', sessionId });
          }}
          onFork={(sessionId) => {
            go({ kind: 'fork', sessionId, before: null });
          }}
        />
      );
    case 'rewind':
      return <Rewind {...common} screen={screen} />;
    case 'theme':
      return (
        <ThemePanel
          {...common}
          names={themeNames}
          themeOf={(theme) => screen.view.themeOf(theme)}
          onChoose={(theme) => {
            onLeave();
            screen.prefer({ theme }).catch(screen.view.fail);
          }}
        />
      );
    default:
      return unreachable(name);
  }
}

function Rewind({ screen, ...common }: Omit<PanelProps, 'name'> & RewindCommon): ReactElement {
  const { session, view } = screen;
  return (
    <RewindBrowser
      {...common}
      events={() => session.agent?.events() ?? nothing()}
      onRewind={({ eventId, text }) => {
        screen.closePanel();
        session.send({ action: { name: 'rewind', data: { before: eventId } } }).then(() => {
          screen.port.prompt?.setText(text);
          view.printer.text(screenTexts.rewound(truncate(cleanLine(text.trim()), QUOTED)));
        }, view.fail);
      }}
      onFork={({ eventId }) => {
        const { sessionId } = view.store.get().session;
        if (sessionId !== null) void screen.go({ kind: 'fork', sessionId, before: eventId });
      }}
    />
  );
}

/** Cells of a message that are quoted. */
const QUOTED = 40;

interface RewindCommon {
  readonly isActive: boolean;
  readonly onLeave: () => void;
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
      screen.session.setMode(entry.mode).catch(screen.view.fail);
      return;
    case 'session':
      void screen.go({ kind: 'resume', sessionId: entry.session.sessionId });
      return;
    default:
      unreachable(entry);
  }
}
