import type { ReactElement } from 'react';
import { AgentError } from '@bowline/protocol';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bytes, closePanels, openPanel, type OpenedPanel } from '../../../../tests/tui/open-panel.tsx';
import { viewOf } from '../../../../tests/tui/view-of.ts';
import type { ListedSession } from '../host/tui-host.ts';
import { widthOf } from '../paint/layout/wrap.ts';
import { joinPreview, planLayout } from './paint-sessions.ts';
import { SessionBrowser } from './session-browser.tsx';

const session = (n: number, more: Partial<ListedSession> = {}): ListedSession => ({
  sessionId: `s${n}`,
  title: `work on part ${n}`,
  folder: '~/w',
  updatedAt: '2026-01-01T00:00:00Z',
  messages: n,
  pending: 0,
  isOpen: false,
  isHere: true,
  model: 'gemini-2.5-pro',
  cost: 0.31,
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
  session(9, {
    title: '',
    folder: '~/work/clients/acme/billing-api',
    updatedAt: '2025-12-27T00:00:00Z',
    cost: null,
    isHere: false,
  }),
];

const told: string[] = [];
let now = 0;
const unchanged = { openId: null, onRename: async () => undefined, onDelete: async () => undefined };
afterEach(() => {
  closePanels();
  told.length = 0;
});

async function open(sessions: readonly ListedSession[], width = 120, rows = 20): Promise<OpenedPanel> {
  const view = viewOf(width);
  let listed = sessions;
  const browser: ReactElement = (
    <SessionBrowser
      sessions={async () => listed}
      preview={async (sessionId) => ({
        text: `> asked in ${sessionId} \u001B[2J\n\nsaid last in ${sessionId}`,
        waitsFor: sessions.find((each) => each.sessionId === sessionId)?.pending === 0 ? null : 'Run npm test',
      })}
      view={view}
      rows={rows}
      isActive
      onOpen={(sessionId) => told.push(`open ${sessionId}`)}
      onFork={(sessionId) => told.push(`fork ${sessionId}`)}
      openId="s1"
      onRename={async (sessionId, title) => {
        told.push(`rename ${sessionId} ${title}`);
        listed = listed.map((each) => (each.sessionId === sessionId ? { ...each, title } : each)).toReversed();
      }}
      onDelete={async (sessionId) => {
        if (sessionId === 's9') throw new AgentError('SESSION_BUSY', 'Session s9 is in use', { hint: 'Stop it' });
        told.push(`delete ${sessionId}`);
        listed = listed.filter((each) => each.sessionId !== sessionId);
      }}
      clock={() => now}
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
      '╭─ Sessions ›   ──────────────────────────────────────────────────────────────────────────── 3 of 3 · Tab: all folders ─',
      '│   title                           folder                  age    cost  │ 42 messages · gemini-2.5-pro',
      '│ ❯ Fix the parser tests  ?         ~/code/proj             2 h   $0.31  │',
      '│   Add a cache to the lexer        ~/code/proj             1 d   $0.31  │ ❯ asked in s42',
      '│   (no messages)                   ~/work/client…ling-api  6 d          │   said last in s42',
      '│                                                                        │   ? needs approval: Run npm test',
      '│                                                                        │',
      '│                                                                        │',
      '├─ Type to search · Enter open · Ctrl-F fork · Ctrl-E rename · Ctrl-X delete · Esc close ───────────────────────────────',
    ]);
  });

  it('are the same in a normal window, without a head', async () => {
    const { rows, text } = await open(few, 80);
    await vi.waitFor(() => {
      expect(text()).toContain('asked in s42');
    });
    expect(rows()).toEqual([
      '╭─ Sessions ›   ──────────────────────────────────── 3 of 3 · Tab: all folders ─',
      '│ ❯ Fix the parser tests  ?                ~/code/proj             2 h   $0.31',
      '│   Add a cache to the lexer               ~/code/proj             1 d   $0.31',
      '│   (no messages)                          ~/work/client…ling-api  6 d',
      '│',
      '│ 42 messages · needs approval: Run npm test',
      '│ last: "asked in s42"',
      '├─ Type to search · Enter open · Ctrl-F fork · Esc close ───────────────────────',
    ]);
  });

  it('are title and age in a narrow window', async () => {
    expect((await open(few, 40)).rows()).toEqual([
      '╭─ Sessions ›   ─────────────── 3 of 3 ─',
      '│ ❯ Fix the parser tests  ?        2 h',
      '│   Add a cache to the lexer       1 d',
      '│   (no messages)                  6 d',
      '├─ Enter open ──────────────────────────',
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
    expect(rows()[0]).toMatch(/^╭─ Sessions › part 7701 {2}─.* \d+ of 10000 · Tab: all folders ─$/);
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
    expect(text()).toMatch(/│ 1 message · 2 approvals pending · /m);
    await press(bytes.down);
    await vi.waitFor(() => {
      expect(text()).toContain('said last in s2');
    });
    expect(text()).toMatch(/│ 2 messages · open · gemini/m);
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
        preview={async () => ({ text: said, waitsFor: null })}
        view={view}
        rows={10}
        isActive
        onOpen={() => {}}
        onFork={() => {}}
        {...unchanged}
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
        preview={async () => ({
          text: Array.from({ length: 9 }, (_, n) => `> message ${n}`).join('\n\n'),
          waitsFor: null,
        })}
        view={view}
        rows={20}
        isActive
        onOpen={() => {}}
        onFork={() => {}}
        {...unchanged}
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

  it('switches between all folders and this one with Tab', async () => {
    const { rows, text, press } = await open(few);
    await press(bytes.tab);
    expect(rows()[0]).toContain('2 of 2 · Tab: this folder');
    expect(text()).not.toContain('billing-api');
    await press(bytes.tab);
    expect(rows()[0]).toContain('3 of 3 · Tab: all folders');
  });

  it.each([40, 80, 120])('renames in place at %i columns, and keeps the session marked', async (width) => {
    const { rows, text, press } = await open(few, width);
    await press(bytes.ctrl('e'));
    expect(text()).toMatch(
      width === 40 ? /Enter save · Esc cancel/ : /├─ Enter save · Esc cancel · no title: first message/,
    );
    await press(bytes.ctrl('u'));
    await press('Parser?');
    expect(text()).toMatch(/^│ ❯ Parser\? {2}/m);
    expect(told).toEqual([]);
    await press(bytes.enter);
    await vi.waitFor(() => {
      expect(rows().find((row) => row.startsWith('│ ❯'))).toContain('Parser?  ?');
    });
    expect(text()).toMatch(/\(no messages\)[^]*Parser/);
    expect(told).toEqual(['rename s42 Parser?']);
    await press(bytes.enter);
    expect(told).toEqual(['rename s42 Parser?', 'open s42']);
  });

  it('uses keys that arrive at once where they belong: in the title, and in the list', async () => {
    const { press } = await open(few);
    await press(`${bytes.ctrl('e')}${bytes.ctrl('u')}${bytes.enter}${bytes.down}${bytes.enter}`);
    await vi.waitFor(() => {
      expect(told).toEqual(['rename s42 ', 'open s1']);
    });
  });

  it('keeps the mark where a key moved it, if the list changes before the next frame', async () => {
    const { press } = await open(few);
    await press(`${bytes.down}${bytes.tab}`);
    await press(bytes.enter);
    expect(told).toEqual(['open s1']);
  });

  it('leaves the title as it is with Escape, and removes it with an empty field', async () => {
    const { text, press } = await open(few);
    await press(bytes.ctrl('e'));
    await press('xyz');
    await press(bytes.escape);
    await vi.waitFor(() => {
      expect(text()).toContain('❯ Fix the parser tests  ?');
    });
    expect(told).toEqual([]);
    await press(bytes.ctrl('e'));
    await press(bytes.ctrl('u'));
    await press(bytes.enter);
    expect(told).toEqual(['rename s42 ']);
  });

  it('deletes on the second Ctrl-X, which must come neither too soon nor too late', async () => {
    const { text, press } = await open(few);
    now = 1000;
    await press(bytes.ctrl('x'));
    expect(text()).toContain('├─ Press Ctrl-X again to delete "Fix the parser tests" ─');
    now += 100;
    await press(bytes.ctrl('x'));
    expect(told).toEqual([]);
    now += 3000;
    await press(bytes.ctrl('x'));
    expect(told).toEqual([]);
    now += 200;
    await press(bytes.ctrl('x'));
    expect(told).toEqual(['delete s42']);
    await vi.waitFor(() => {
      expect(text()).not.toContain('Fix the parser tests');
    });
  });

  it('does not delete after another key', async () => {
    const { text, press } = await open(few);
    now = 1000;
    await press(bytes.ctrl('x'));
    await press(bytes.tab);
    expect(text()).not.toContain('Press Ctrl-X again');
    now += 500;
    await press(bytes.ctrl('x'));
    expect(told).toEqual([]);
  });

  it('does not delete the open session, and says why', async () => {
    const { text, press } = await open(few);
    await press(bytes.down);
    await press(bytes.ctrl('x'));
    expect(text()).toContain("├─ The open session can't be deleted. Open another one first ─");
    now += 500;
    await press(bytes.ctrl('x'));
    expect(told).toEqual([]);
  });

  it('says why a session could not be deleted', async () => {
    const { text, press } = await open(few);
    await press(bytes.up);
    now = 1000;
    await press(bytes.ctrl('x'));
    now += 500;
    await press(bytes.ctrl('x'));
    await vi.waitFor(() => {
      expect(text()).toContain('├─ Session s9 is in use · Stop it ─');
    });
  });

  it('reports that sessions cannot be read', async () => {
    const view = viewOf(80);
    const broken = (
      <SessionBrowser
        sessions={() => Promise.reject(new Error('the disk is gone'))}
        preview={async () => ({ text: '', waitsFor: null })}
        view={view}
        rows={20}
        isActive
        onOpen={() => {}}
        onFork={() => {}}
        {...unchanged}
        onLeave={() => {}}
      />
    );
    expect((await openPanel(broken, view)).text()).toContain('the disk is gone');
  });
});

it('the ground of the chosen session ends where the preview begins', () => {
  const view = viewOf(120);
  const layout = planLayout(120, 10);
  const list = ['\u001B[41mone\u001B[K\u001B[49m', 'two'];
  const [first = ''] = joinPreview(list, ['about'], { layout, view });
  expect(first).not.toContain('\u001B[K');
  expect(first).toContain(`one${' '.repeat(layout.listWidth - 4 - 3)}\u001B[49m │ about`);
});
