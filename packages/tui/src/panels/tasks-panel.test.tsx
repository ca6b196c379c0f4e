import { afterEach, describe, expect, it } from 'vitest';
import { bytes, closePanels, openPanel, type OpenedPanel } from '../../../../tests/tui/open-panel.tsx';
import { viewOf } from '../../../../tests/tui/view-of.ts';
import type { BackgroundTask, BackgroundTasks } from '../host/background-tasks.ts';
import { widthOf } from '../paint/layout/wrap.ts';
import { QuitPanel } from './quit-panel.tsx';
import { TasksPanel } from './tasks-panel.tsx';

const task = (command: string, minutes: number, more: Partial<BackgroundTask> = {}): BackgroundTask => ({
  id: command,
  command,
  isRunning: true,
  startedAt: new Date(viewOf(80).now - minutes * 60_000).toISOString(),
  exitCode: null,
  tookMs: null,
  ports: [],
  ...more,
});
const dev = task('npm run dev', 12, { ports: [5173] });
const watch = task('npm test -- --watch', 3);
const build = task('cargo build --release', 9, { isRunning: false, exitCode: 0, tookMs: 48_000 });

const told: string[] = [];
afterEach(() => {
  closePanels();
  told.length = 0;
});

describe('TasksPanel', () => {
  const tasksOf = (listed: readonly BackgroundTask[], more: Partial<BackgroundTasks> = {}): BackgroundTasks => ({
    list: async () => listed,
    read: async (id) => `  VITE v6.0.1\nout of ${id}`,
    stop: async (id) => void told.push(`stop ${id}`),
    ...more,
  });

  async function open(tasks: BackgroundTasks, width = 80, rows = 12): Promise<OpenedPanel> {
    const view = viewOf(width);
    const panel = (
      <TasksPanel
        tasks={tasks}
        view={view}
        rows={rows}
        onLeave={() => told.push('leave')}
        onFail={(thrown) => told.push(String(thrown))}
      />
    );
    return await openPanel(panel, view);
  }

  it('lists commands with their state', async () => {
    expect((await open(tasksOf([dev, watch, build]))).rows().slice(0, -1)).toEqual([
      '╭─ Background tasks ─────────────────────────────────────── 2 running · 1 done ─',
      '│ ❯ ● npm run dev                                               :5173 · 12 min',
      '│   ● npm test -- --watch                                                3 min',
      '│   ✓ cargo build --release                                      exit 0 · 48 s',
    ]);
  });

  it('says how a command ended', async () => {
    const failed = { ...build, exitCode: 101 };
    const { rows } = await open(tasksOf([failed, { ...build, exitCode: null }]));
    expect(rows()[1]).toMatch(/^│ ❯ ✗ cargo .* exit 101 · 48 s$/);
    expect(rows()[2]).toMatch(/ ended · 48 s$/);
  });

  it('shows the end of the output of a command, and hides it', async () => {
    const { rows, press } = await open(tasksOf([dev, watch]));
    await press(bytes.enter);
    await expect.poll(() => rows().length).toBe(7);
    expect(rows().slice(3, -1)).toEqual([
      '│ ── output ────────────────────────────────────────────────────────────────────',
      '│     VITE v6.0.1',
      '│   out of npm run dev',
    ]);
    await press(bytes.enter);
    expect(rows()).toHaveLength(4);
  });

  it('stops only a command that runs', async () => {
    const { press } = await open(tasksOf([dev, build]));
    await press('s');
    await press(bytes.down);
    await press('s');
    expect(told).toEqual(['stop npm run dev']);
  });

  it('reports what fails, and that there are no commands', async () => {
    const broken = tasksOf([dev], { stop: () => Promise.reject(new Error('no such process')) });
    const { press } = await open(broken);
    await press('s');
    expect(told).toEqual(['Error: no such process']);
    expect((await open(tasksOf([]))).rows()[1]).toBe('│ No background tasks.');
  });

  it('closes with Escape', async () => {
    const { press } = await open(tasksOf([dev]));
    await press(bytes.escape);
    await expect.poll(() => told).toEqual(['leave']);
  });

  it.each([40, 80, 120])('fits into %i columns and its rows', async (width) => {
    const long = Array.from({ length: 9 }, (_, n) => task(`command ${n} ${'with words '.repeat(20)}\u001B[2J`, n));
    const output = Array.from({ length: 40 }, () => '漢字 long row '.repeat(20)).join('\n');
    const { rows, press } = await open(tasksOf(long, { read: async () => output }), width);
    await press(bytes.enter);
    await expect.poll(() => rows().join('\n')).toContain('漢字');
    for (const row of rows()) expect(widthOf(row)).toBeLessThanOrEqual(width);
    // With both rules.
    expect(rows().length).toBeLessThanOrEqual(14);
  });
});

describe('QuitPanel', () => {
  async function open(tasks: readonly BackgroundTask[], width = 80, isScreenReader = false): Promise<OpenedPanel> {
    const view = viewOf(width, { isScreenReader });
    const panel = (
      <QuitPanel
        tasks={tasks}
        view={view}
        rows={9}
        onKeep={() => told.push('keep')}
        onStop={() => told.push('stop')}
        onStay={() => told.push('stay')}
      />
    );
    return await openPanel(panel, view);
  }

  it('lists what runs, and what can happen to it', async () => {
    expect((await open([dev, watch])).rows().slice(0, -1)).toEqual([
      '╭─ ? Quit? 2 background tasks are running ──────────────────────────────────────',
      '│   npm run dev           :5173 · 12 min',
      '│   npm test -- --watch   3 min',
      '│',
      expect.stringMatching(/^│ ❯ {3}k {2}Keep them running and quit {3}\S/),
      '│     s  Stop them and quit',
      '│   Esc  Stay',
    ]);
    expect((await open([dev])).rows()[0]).toContain('Quit? 1 background task is running');
  });

  it.each<[string, readonly string[], string]>([
    ['Enter', [bytes.enter], 'keep'],
    ['k', ['k'], 'keep'],
    ['s', ['s'], 'stop'],
    ['the second row', [bytes.down, bytes.enter], 'stop'],
    ['the last row', [bytes.up, bytes.enter], 'stay'],
    ['Escape', [bytes.escape], 'stay'],
  ])('decides with %s', async (_, keys, outcome) => {
    const { press } = await open([dev, watch]);
    for (const key of keys) await press(key);
    await expect.poll(() => told).toEqual([outcome]);
  });

  it('says what Enter does', async () => {
    const { press, rows } = await open([dev]);
    expect(rows().at(-1)).toContain('Enter quit · the session is saved');
    await press(bytes.up);
    await expect.poll(() => rows().at(-1)).toContain('Enter stay');
  });

  it('does nothing on other keys', async () => {
    const { press } = await open([dev]);
    for (const key of ['y', 'n', ' ', bytes.tab]) await press(key);
    expect(told).toEqual([]);
  });

  it.each([40, 80, 120])('fits into %i columns and its rows', async (width) => {
    const many = Array.from({ length: 9 }, (_, n) => task(`command ${n} ${'with words '.repeat(20)}\u001B[2J`, n));
    const { rows, text } = await open(many, width);
    for (const row of rows()) expect(widthOf(row)).toBeLessThanOrEqual(width);
    expect(rows().length).toBeLessThanOrEqual(11);
    expect(text()).toContain('Stay');
  });

  it('uses words for a screen reader', async () => {
    const { text } = await open([dev, watch], 80, true);
    expect(text()).not.toContain('❯');
    expect(text()).toMatch(/^k Keep them running and quit \(chosen\): resume this session to stop them\.$/m);
    expect(text()).toContain('Escape Stay.');
    // A time would be said every second.
    expect(text()).not.toMatch(/\d+ s/);
  });
});
