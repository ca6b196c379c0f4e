import type { AgentEvent } from '@bowline/protocol';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bytes, closePanels, openPanel } from '../../../../tests/tui/open-panel.tsx';
import { viewOf } from '../../../../tests/tui/view-of.ts';
import { CommandPalette, type PaletteEntry } from './command-palette.tsx';
import { listThemes } from '../paint/theme/list-themes.ts';
import { ThemePanel } from './theme-panel.tsx';
import type { ListedSession } from '../host/tui-host.ts';
import { createTheme } from '../paint/theme/create-theme.ts';
import { RewindBrowser } from './rewind-browser.tsx';
import { TextPanel } from '../lists/text-panel.tsx';

afterEach(closePanels);
const view = viewOf(80);

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
    const { text, press } = await openPanel(
      <RewindBrowser
        events={() => events()}
        view={view}
        rows={20}
        isActive
        preview={async () => ({ to: 1, files: [], commands: [] })}
        onRewind={({ eventId, text }, part) => told.push(`back ${eventId} ${text} ${part}`)}
        onFork={({ eventId }) => told.push(`fork ${eventId}`)}
        onLeave={() => told.push('leave')}
      />,
      view,
    );
    expect(text()).toContain('❯ third');
    expect(text()).toMatch(/second line +1 call · a\.ts · 1 h ago/);
    expect(text()).toMatch(/^╭─ Rewind to before… ─+ 3 messages ─$/m);
    expect(text()).toMatch(/^├─ Enter rewind · k fork instead · \/ search · Esc close ─+$/m);
    await press(bytes.up);
    await press('f');
    await press('j');
    await press('k');
    await press(bytes.enter);
    expect(told).toEqual(['fork 4-0123456789ab', 'back 4-0123456789ab second\nline conversation']);
  });
});

describe('RewindBrowser with files', () => {
  const said: AgentEvent = {
    type: 'message',
    id: '4-0123456789ab',
    at: '2026-01-01T23:00:00.000Z',
    role: 'user',
    messageId: 'm',
    content: [{ type: 'text', text: 'add a test' }],
  };
  async function* events(): AsyncIterable<AgentEvent> {
    yield said;
  }

  it('shows what changes back and what does not, and takes the choice of letters and arrows', async () => {
    const told: string[] = [];
    const changed = { added: 1, removed: 1, diff: '@@ -89,2 +89,2 @@\n-new\n+old\n same\n' };
    const { text, press } = await openPanel(
      <RewindBrowser
        events={events}
        view={view}
        rows={20}
        isActive
        preview={async () => ({
          to: 3,
          files: [
            { path: 'a.ts', action: 'change', ...changed },
            { path: 'mine.ts', action: 'conflict', reason: 'changed' },
          ],
          commands: ['npm ci'],
        })}
        onRewind={(_point, part) => told.push(part)}
        onFork={() => told.push('fork')}
        onLeave={() => told.push('leave')}
      />,
      view,
    );
    await vi.waitFor(() => {
      expect(text()).toContain('these files change back');
    });
    expect(text()).toContain('Restore ❯ b conversation and files   c conversation   f files');
    expect(text()).toMatch(/ 89 - new\n.* 89 \+ old\n.* a\.ts\n/);
    expect(text()).toContain('▲ Stays, because it has changed since: mine.ts');
    expect(text()).toContain('▲ Not undone: npm ci (commands leave effects outside these files)');
    expect(text()).toMatch(/^├─ Enter rewind · ←→ what · k fork instead · Esc close ─+$/m);
    await press(bytes.enter);
    await press('f');
    await press(bytes.enter);
    await press('\u001B[D');
    expect(text()).not.toContain('Not undone');
    await press(bytes.enter);
    expect(told).toEqual(['both', 'files', 'conversation']);
  });
});

describe('CommandPalette', () => {
  it('finds commands, modes and sessions', async () => {
    const chosen: PaletteEntry[] = [];
    const session: ListedSession = {
      sessionId: 's7',
      title: 'work on part 7',
      folder: '~/w',
      updatedAt: '2026-01-01T00:00:00Z',
      messages: 7,
      pending: 0,
      isOpen: false,
      isHere: true,
      model: null,
      cost: 0,
    };
    const commands = [{ name: 'help', summary: 'Shows keys', run: async () => undefined }];
    const { rows, press } = await openPanel(
      <CommandPalette
        commands={commands}
        sessions={async () => [session]}
        view={view}
        rows={20}
        isActive
        onChoose={(entry) => chosen.push(entry)}
        onLeave={() => {}}
      />,
      view,
    );
    expect(rows()).toEqual([
      '╭─ Go to ›   ────────────────────────────────────────────────────────── 7 of 7 ─',
      '│ ❯ /help       Shows keys',
      expect.stringMatching(/^│ {3}default +\S.* mode$/),
      expect.stringMatching(/^│ {3}\S+ +\S.* mode$/),
      expect.stringMatching(/^│ {3}\S+ +\S.* mode$/),
      expect.stringMatching(/^│ {3}\S+ +\S.* mode$/),
      expect.stringMatching(/^│ {3}\S+ +\S.* mode$/),
      '│   work on part 7                                         session · yesterday',
      '├─ Type to search · Enter select · Esc close ───────────────────────────────────',
    ]);
    await press('yolo\r');
    await press('\u001B[200~\u001B[201~');
    expect(chosen).toEqual([{ kind: 'mode', mode: 'yolo' }]);
    for (const _ of 'yolo') await press(bytes.backspace);
    await press('part7\r');
    expect(chosen[1]).toMatchObject({ kind: 'session', session: { sessionId: 's7' } });
  });
});

describe('ThemePanel', () => {
  it('previews the marked theme before it is chosen', async () => {
    const chosen: string[] = [];
    const { text, press } = await openPanel(
      <ThemePanel
        names={['dark', 'light', 'plain']}
        current="plain"
        themeOf={(name) => createTheme(name, { colours: 8 })}
        view={view}
        rows={20}
        isActive
        onChoose={(name) => chosen.push(name)}
        onLeave={() => {}}
      />,
      view,
    );
    expect(text()).toContain('❯ plain');
    expect(text()).toContain('Fix the parser');
    await press('k');
    expect(text()).toContain('❯ light');
    await press(bytes.enter);
    expect(chosen).toEqual(['light']);
  });

  it('marks the theme of the settings, though another one shows it', async () => {
    const { text } = await openPanel(
      <ThemePanel
        names={listThemes({ Mine: {} })}
        current="dracula"
        themeOf={(name) => createTheme(name, { colours: 8, custom: { Mine: {} } })}
        view={view}
        rows={40}
        isActive
        onChoose={() => {}}
        onLeave={() => {}}
      />,
      view,
    );
    expect(text()).toMatch(/❯ Dracula +current/);
    expect(text()).toMatch(/GitHub Light +same as light/);
    expect(text()).toContain('Mine');
  });
});

describe('TextPanel', () => {
  it('pages through a long text', async () => {
    const told: string[] = [];
    const lines = Array.from({ length: 50 }, (_, n) => `row ${n + 1}`);
    const { text, press } = await openPanel(
      <TextPanel
        title="Help"
        lines={lines}
        view={view}
        rows={12}
        isActive
        onLeave={() => told.push('leave')}
        onType={(text) => told.push(text)}
      />,
      view,
    );
    expect(text()).toContain('rows 1–12 of 50');
    await press(bytes.pageDown);
    expect(text()).toContain('rows 12–23 of 50');
    await press(bytes.end);
    expect(text()).toContain('row 50');
    await press(bytes.escape);
    await vi.waitFor(() => {
      expect(told).toEqual(['leave']);
    });
  });

  it.each(['q', 'j', ' ', 'fix it'])('passes on %j, which is typed', async (text) => {
    const told: string[] = [];
    const { press } = await openPanel(
      <TextPanel
        title="Help"
        lines={['row']}
        view={view}
        rows={12}
        isActive
        onLeave={() => told.push('leave')}
        onType={(typed) => told.push(typed)}
      />,
      view,
    );
    await press(text);
    expect(told).toEqual([text]);
  });
});
