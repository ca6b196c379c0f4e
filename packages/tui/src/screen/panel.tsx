import { unreachable } from '@bowline/protocol/plain';
import type { ReactElement } from 'react';
import { RewindBrowser } from '../browsers/rewind-browser.tsx';
import { SessionBrowser } from '../browsers/session-browser.tsx';
import { TextPanel } from '../browsers/text-panel.tsx';
import { CommandPalette, type PaletteEntry } from '../commands/command-palette.tsx';
import { paintHelp } from '../commands/paint-help.ts';
import { paintStats } from '../commands/paint-stats.ts';
import { ThemePanel } from '../commands/theme-panel.tsx';
import { themeNames } from '../paint/themes.ts';
import type { View } from '../paint/view.ts';
import type { PanelName } from './screen-state.ts';
import type { Surface } from './surface.ts';

export interface PanelProps {
  readonly name: PanelName;
  readonly surface: Surface;
  readonly view: View;
  readonly rows: number;
}

/** What stands above the prompt and has the keyboard until it is left. */
export function Panel({ name, surface, view, rows }: PanelProps): ReactElement {
  const { desk, host, registry } = surface;
  const onLeave = (): void => {
    surface.closePanel();
  };
  const go = (choice: Parameters<Surface['go']>[0]): void => {
    void surface.go(choice);
  };
  const common = { view, rows, isActive: true, onLeave };
  switch (name) {
    case 'help':
      return <TextPanel {...common} title="Help" lines={paintHelp(registry.commands, view)} />;
    case 'stats':
      return <TextPanel {...common} title="Statistics" lines={paintStats(desk.transcript, view)} />;
    case 'palette':
      return (
        <CommandPalette
          {...common}
          commands={registry.commands}
          sessions={host.abilities.sessions}
          onChoose={(entry) => {
            choose(entry, surface);
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
      return <Rewind {...common} surface={surface} />;
    case 'theme':
      return (
        <ThemePanel
          {...common}
          names={themeNames}
          themeOf={(theme) => surface.themeOf(theme)}
          onChoose={(theme) => {
            onLeave();
            surface.prefer({ theme }).catch(surface.fail);
          }}
        />
      );
    default:
      return unreachable(name);
  }
}

function Rewind({ surface, ...common }: Omit<PanelProps, 'name'> & RewindCommon): ReactElement {
  const { desk } = surface;
  return (
    <RewindBrowser
      {...common}
      events={() => desk.agent?.events() ?? nothing()}
      onRewind={({ eventId, text }) => {
        surface.closePanel();
        desk.send({ action: { name: 'rewind', data: { before: eventId } } }).then(() => {
          surface.hands.prompt?.setText(text);
          surface.printer.text('Went back; what you said is in the prompt. `/rewind undo` takes this back.');
        }, surface.fail);
      }}
      onFork={({ eventId }) => {
        const { sessionId } = surface.store.get().session;
        if (sessionId !== null) void surface.go({ kind: 'fork', sessionId, before: eventId });
      }}
    />
  );
}

interface RewindCommon {
  readonly isActive: boolean;
  readonly onLeave: () => void;
}

async function* nothing(): AsyncGenerator<never> {}

/** What was found is done at once, or put into the prompt when something may follow it. */
function choose(entry: PaletteEntry, surface: Surface): void {
  surface.closePanel();
  switch (entry.kind) {
    case 'command':
      if (entry.command.parameters === undefined) void surface.run(`/${entry.command.name}`);
      else surface.hands.prompt?.setText(`/${entry.command.name} `);
      return;
    case 'mode':
      surface.setMode(entry.mode).catch(surface.fail);
      return;
    case 'session':
      void surface.go({ kind: 'resume', sessionId: entry.session.sessionId });
      return;
    default:
      unreachable(entry);
  }
}
