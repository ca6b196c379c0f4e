import type { AgentEvent } from '@bowline/protocol';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { render, type Instance } from 'ink';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createKeyboard, createScreen } from '../../../../tests/tui/fake-terminal.ts';
import { CommandPalette, type PaletteEntry } from './command-palette.tsx';
import { ThemePanel } from './theme-panel.tsx';
import type { ListedSession } from '../host/tui-host.ts';
import { createTheme } from '../paint/theme/create-theme.ts';
import type { View } from '../paint/layout/view.ts';
import { RewindBrowser } from './rewind-browser.tsx';
import { SessionBrowser } from './session-browser.tsx';
import { TextPanel } from '../lists/text-panel.tsx';

const view = (width: number): View => ({
  width,
  theme: createTheme('plain', { colours: 0 }),
  isScreenReader: false,
  workspace: '/w',
  isUnfolded: false,
  now: Date.parse('2026-01-02T00:00:00Z'),
});

const opened: Instance[] = [];
afterEach(() => {
  for (const instance of opened.splice(0)) instance.unmount();
});

async function open(
  element: ReactElement,
): Promise<{ screen: { readonly last: string }; press: (bytes: string) => Promise<void> }> {
  const stdin = createKeyboard();
  const screen = createScreen(130, 40);
  const instance = render(element, {
    stdin,
    stdout: screen,
    debug: true,
    interactive: true,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  opened.push(instance);
  const settle = async (): Promise<void> => {
    for (let n = 0; n < 4; n += 1) await nextTurn();
    await instance.waitUntilRenderFlush();
  };
  await settle();
  return {
    screen,
    press: async (bytes) => {
      stdin.write(bytes);
      await settle();
    },
  };
}

const session = (n: number, more: Partial<ListedSession> = {}): ListedSession => ({
  sessionId: `s${n}`,
  title: `work on part ${n}`,
  folder: '~/w',
  updatedAt: '2026-01-01T00:00:00Z',
  messages: n,
  pending: 0,
  isOpen: false,
  ...more,
});
const DOWN = '\u001B[B';

describe('SessionBrowser', () => {
  const told: string[] = [];
  const browser = (sessions: readonly ListedSession[], width = 130): ReactElement => (
    <SessionBrowser
      sessions={async () => sessions}
      preview={async (sessionId) => `said last in ${sessionId} \u001B[2J`}
      view={view(width)}
      rows={20}
      isActive
      onOpen={(sessionId) => told.push(`open ${sessionId}`)}
      onFork={(sessionId) => told.push(`fork ${sessionId}`)}
      onLeave={() => told.push('leave')}
    />
  );
  afterEach(() => {
    told.length = 0;
  });

  it('finds one of ten thousand sessions while typing, and opens it', async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => session(n));
    const { screen, press } = await open(browser(many));
    expect(screen.last).toContain('1 of 10000');
    const before = performance.now();
    await press('part 77');
    await press('01');
    expect(performance.now() - before).toBeLessThan(3000);
    expect(screen.last).toContain('❯ work on part 7701');
    await press('\r');
    expect(told).toEqual(['open s7701']);
  });

  it('shows the last messages of the marked session, beside the list or below it', async () => {
    for (const width of [130, 80]) {
      const { screen, press } = await open(browser([session(1, { pending: 2 }), session(2)], width));
      await vi.waitFor(() => {
        expect(screen.last).toContain('said last in s1');
      });
      expect(screen.last).toContain('2 pending');
      await press(DOWN);
      await vi.waitFor(() => {
        expect(screen.last).toContain('said last in s2');
      });
    }
  });

  it('forks with Ctrl-F, and does nothing in an empty list', async () => {
    const { press } = await open(browser([session(1), session(2)]));
    await press(DOWN);
    await press('\u0006');
    expect(told).toEqual(['fork s2']);
    const none = await open(browser([]));
    await none.press('\r');
    expect(none.screen.last).toContain('No matching sessions.');
    expect(told).toEqual(['fork s2']);
  });

  it('reports that sessions cannot be read', async () => {
    const broken = (
      <SessionBrowser
        sessions={() => Promise.reject(new Error('the disk is gone'))}
        preview={async () => ''}
        view={view(80)}
        rows={20}
        isActive
        onOpen={() => {}}
        onFork={() => {}}
        onLeave={() => {}}
      />
    );
    expect((await open(broken)).screen.last).toContain('the disk is gone');
  });
});

describe('RewindBrowser', () => {
  const at = '2026-01-01T23:00:00.000Z';
  const said = (seq: number, text: string): AgentEvent => ({
    type: 'message',
    id: `${seq}-0123456789ab`,
    at,
    role: 'user',
    messageId: `m${seq}`,
    content: [{ type: 'text', text }],
  });
  const write: AgentEvent = {
    type: 'tool_request',
    id: '5-0123456789ab',
    at,
    callId: 'c',
    name: 'write_file',
    args: { file_path: '/w/a.ts' },
    effect: 'write',
    executor: 'local',
  };
  async function* events(): AsyncIterable<AgentEvent> {
    yield* [said(2, 'first'), said(4, 'second\nline'), write, said(8, 'third')];
  }

  it('starts at the last message, rewinds and forks', async () => {
    const told: string[] = [];
    const { screen, press } = await open(
      <RewindBrowser
        events={() => events()}
        view={view(80)}
        rows={20}
        isActive
        onRewind={({ eventId, text }) => told.push(`back ${eventId} ${text}`)}
        onFork={({ eventId }) => told.push(`fork ${eventId}`)}
        onLeave={() => told.push('leave')}
      />,
    );
    expect(screen.last).toContain('❯ third');
    expect(screen.last).toMatch(/second line +1 call · a\.ts · 1 h ago/);
    await press('k');
    await press('f');
    await press('\r');
    expect(told).toEqual(['fork 4-0123456789ab', 'back 4-0123456789ab second\nline']);
  });
});

describe('CommandPalette', () => {
  it('finds commands, modes and sessions', async () => {
    const chosen: PaletteEntry[] = [];
    const commands = [{ name: 'help', summary: 'Shows keys', run: async () => undefined }];
    const { screen, press } = await open(
      <CommandPalette
        commands={commands}
        sessions={async () => [session(7)]}
        view={view(80)}
        rows={20}
        isActive
        onChoose={(entry) => chosen.push(entry)}
        onLeave={() => {}}
      />,
    );
    expect(screen.last).toContain('❯ /help');
    await press('yolo\r');
    await press('\u001B[200~\u001B[201~');
    expect(chosen).toEqual([{ kind: 'mode', mode: 'yolo' }]);
    for (const _ of 'yolo') await press('\u007F');
    await press('part7\r');
    expect(chosen[1]).toMatchObject({ kind: 'session', session: { sessionId: 's7' } });
  });
});

describe('ThemePanel', () => {
  it('previews the marked theme before it is chosen', async () => {
    const chosen: string[] = [];
    const asked = new Set<string>();
    const { screen, press } = await open(
      <ThemePanel
        names={['dark', 'light', 'plain']}
        themeOf={(name) => {
          asked.add(name);
          return createTheme(name, { colours: 8 });
        }}
        view={view(80)}
        rows={20}
        isActive
        onChoose={(name) => chosen.push(name)}
        onLeave={() => {}}
      />,
    );
    expect(screen.last).toContain('❯ plain');
    expect(screen.last).toContain('Fix the parser');
    await press('k');
    expect([...asked]).toEqual(['plain', 'light']);
    await press('\r');
    expect(chosen).toEqual(['light']);
  });
});

describe('TextPanel', () => {
  it('pages through a long text', async () => {
    const told: string[] = [];
    const lines = Array.from({ length: 50 }, (_, n) => `row ${n + 1}`);
    const { screen, press } = await open(
      <TextPanel
        title="Help"
        lines={lines}
        view={view(80)}
        rows={12}
        isActive
        onLeave={() => told.push('leave')}
        onType={(text) => told.push(text)}
      />,
    );
    expect(screen.last).toContain('rows 1–10 of 50');
    await press('\u001B[6~');
    expect(screen.last).toContain('rows 10–19 of 50');
    await press('\u001B[F');
    expect(screen.last).toContain('row 50');
    await press('\u001B');
    await vi.waitFor(() => {
      expect(told).toEqual(['leave']);
    });
  });

  it.each(['q', 'j', ' ', 'fix it'])('passes on %j, which is typed', async (text) => {
    const told: string[] = [];
    const { press } = await open(
      <TextPanel
        title="Help"
        lines={['row']}
        view={view(80)}
        rows={12}
        isActive
        onLeave={() => told.push('leave')}
        onType={(typed) => told.push(typed)}
      />,
    );
    await press(text);
    expect(told).toEqual([text]);
  });
});
