import type { ReactElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bytes, closePanels, openPanel, viewOf, type OpenedPanel } from '../../../../tests/tui/open-panel.tsx';
import type { ListedSession } from '../host/tui-host.ts';
import { widthOf } from '../paint/layout/wrap.ts';
import { SessionBrowser } from './session-browser.tsx';

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
const few: readonly ListedSession[] = [
  session(42, {
    title: 'Fix the parser tests',
    folder: '~/code/proj',
    updatedAt: '2026-01-01T22:00:00Z',
    pending: 1,
  }),
  session(1, { title: 'Add a cache to the lexer', folder: '~/code/proj', isOpen: true }),
  session(9, { title: '', folder: '~/work/clients/acme/billing-api', updatedAt: '2025-12-27T00:00:00Z' }),
];

const told: string[] = [];
afterEach(() => {
  closePanels();
  told.length = 0;
});

async function open(sessions: readonly ListedSession[], width = 120, rows = 20): Promise<OpenedPanel> {
  const view = viewOf(width);
  const browser: ReactElement = (
    <SessionBrowser
      sessions={async () => sessions}
      preview={async (sessionId) => `> asked in ${sessionId} \u001B[2J\n\nsaid last in ${sessionId}`}
      view={view}
      rows={rows}
      isActive
      onOpen={(sessionId) => told.push(`open ${sessionId}`)}
      onFork={(sessionId) => told.push(`fork ${sessionId}`)}
      onLeave={() => told.push('leave')}
    />
  );
  return await openPanel(browser, view);
}

describe('the columns of the session browser', () => {
  it('are title, folder and age beside a preview in a wide window', async () => {
    const { rows, text } = await open(few);
    await vi.waitFor(() => {
      expect(text()).toContain('said last in s42');
    });
    expect(rows()).toEqual([
      '╭─ Sessions ›   ─────────────────────────────────────────────────────────────────────────────────────────────── 3 of 3 ─',
      '│   title                           folder                           age   │ 42 messages · 1 approval pending',
      '│ ❯ Fix the parser tests  ?         ~/code/proj                      2 h   │',
      '│   Add a cache to the lexer        ~/code/proj                      1 d   │ ❯ asked in s42',
      '│   (no messages)                   ~/work/client…ling-api           6 d   │   said last in s42',
      '│                                                                          │',
      '│                                                                          │',
      '│                                                                          │',
      '├─ Type to search · Enter open · Ctrl-F fork · Esc close ───────────────────────────────────────────────────────────────',
    ]);
  });

  it('are title, folder and age in a normal window', async () => {
    const { rows } = await open(few, 80);
    expect(rows()[1]).toMatch(/^│ ❯ Fix the parser tests {2}\? +~\/code\/proj +2 h(?: ago)?$/);
    expect(rows()[3]).toMatch(/^│ {3}\(no messages\) +~\/work\/\S*…\S*-api +6 d/);
  });

  it('are title and age in a narrow window', async () => {
    expect((await open(few, 40)).rows()).toEqual([
      '╭─ Sessions ›   ─────────────── 3 of 3 ─',
      '│ ❯ Fix the parser tests  ?        2 h',
      '│   Add a cache to the lexer       1 d',
      '│   (no messages)                  6 d',
      '├─ Type to search · Enter open ─────────',
    ]);
  });

  it.each([40, 59, 60, 80, 99, 100, 120, 200])('fit into %i columns', async (width) => {
    const long = few.map((each) => ({ ...each, title: '漢字 long title '.repeat(9), folder: '~/folder'.repeat(20) }));
    for (const row of (await open(long, width)).rows()) expect(widthOf(row)).toBeLessThanOrEqual(width);
  });
});

describe('SessionBrowser', () => {
  it('finds one of ten thousand sessions while typing, and opens it', async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => session(n));
    const { rows, text, press } = await open(many);
    expect(rows()[0]).toContain('10000 of 10000');
    const before = performance.now();
    await press('part 77');
    await press('01');
    expect(performance.now() - before).toBeLessThan(3000);
    expect(rows()[0]).toMatch(/^╭─ Sessions › part 7701 {2}─.* \d+ of 10000 ─$/);
    expect(text()).toContain('❯ work on part 7701');
    await press(bytes.enter);
    expect(told).toEqual(['open s7701']);
  });

  it('shows the last messages of the marked session beside a wide list', async () => {
    const { text, press } = await open([session(1, { pending: 2 }), session(2, { isOpen: true })], 130);
    await vi.waitFor(() => {
      expect(text()).toMatch(/│ ❯ asked in s1$/m);
      expect(text()).toMatch(/│ {3}said last in s1$/m);
    });
    expect(text()).toMatch(/│ 1 message · 2 approvals pending$/m);
    await press(bytes.down);
    await vi.waitFor(() => {
      expect(text()).toContain('said last in s2');
    });
    expect(text()).toMatch(/│ 2 messages · open$/m);
  });

  it('shows what is known of the marked session below a list in a normal window', async () => {
    const { rows, press } = await open([session(1, { pending: 2 }), session(2)], 80);
    expect(rows().slice(3, 5)).toEqual(['│', '│ 1 message · 2 approvals pending']);
    await press(bytes.down);
    expect(rows().slice(3, 5)).toEqual(['│', '│ 2 messages']);
  });

  it('quotes the last message of the marked session below a list in a normal window', async () => {
    const { text } = await open([session(1, { pending: 2 }), session(2)], 80);
    await vi.waitFor(() => {
      expect(text()).toContain('asked in s1');
    });
  });

  it('shows the end of a long conversation, and no more rows than there is room for', async () => {
    const view = viewOf(120);
    const said = Array.from({ length: 40 }, (_, n) => `> message ${n}`).join('\n\n');
    const { rows, text } = await openPanel(
      <SessionBrowser
        sessions={async () => Array.from({ length: 30 }, (_, n) => session(n))}
        preview={async () => said}
        view={view}
        rows={10}
        isActive
        onOpen={() => {}}
        onFork={() => {}}
        onLeave={() => {}}
      />,
      view,
    );
    await vi.waitFor(() => {
      expect(text()).toContain('message 39');
    });
    expect(text()).not.toContain('message 3\n');
    // With both rules.
    expect(rows()).toHaveLength(12);
  });

  it('keeps its height when the preview arrives', async () => {
    const view = viewOf(120);
    const { rows, text } = await openPanel(
      <SessionBrowser
        sessions={async () => few}
        preview={async () => Array.from({ length: 9 }, (_, n) => `> message ${n}`).join('\n\n')}
        view={view}
        rows={20}
        isActive
        onOpen={() => {}}
        onFork={() => {}}
        onLeave={() => {}}
      />,
      view,
    );
    const before = rows().length;
    expect(text()).not.toContain('message 8');
    await vi.waitFor(() => {
      expect(text()).toContain('message 8');
    });
    expect(rows()).toHaveLength(before);
  });

  it('forks with Ctrl-F, and does nothing in an empty list', async () => {
    const { press } = await open([session(1), session(2)]);
    await press(bytes.down);
    await press(bytes.ctrl('f'));
    expect(told).toEqual(['fork s2']);
    const none = await open([]);
    await none.press(bytes.enter);
    await none.press(bytes.ctrl('f'));
    expect(none.text()).toContain('No matching sessions.');
    expect(told).toEqual(['fork s2']);
  });

  it('reports that sessions cannot be read', async () => {
    const view = viewOf(80);
    const broken = (
      <SessionBrowser
        sessions={() => Promise.reject(new Error('the disk is gone'))}
        preview={async () => ''}
        view={view}
        rows={20}
        isActive
        onOpen={() => {}}
        onFork={() => {}}
        onLeave={() => {}}
      />
    );
    expect((await openPanel(broken, view)).text()).toContain('the disk is gone');
  });
});
