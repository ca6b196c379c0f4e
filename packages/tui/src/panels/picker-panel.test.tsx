import { afterEach, describe, expect, it } from 'vitest';
import { bytes, closePanels, openPanel, type OpenedPanel } from '../../../../tests/tui/open-panel.tsx';
import { viewOf } from '../../../../tests/tui/view-of.ts';
import type { Picker } from '../host/picker.ts';
import { widthOf } from '../paint/layout/wrap.ts';
import { PickerPanel } from './picker-panel.tsx';

const told: string[] = [];
afterEach(() => {
  closePanels();
  told.length = 0;
});

async function open(picker: Picker, width = 80, rows = 12): Promise<OpenedPanel> {
  const view = viewOf(width);
  return await openPanel(
    <PickerPanel
      picker={picker}
      view={view}
      rows={rows}
      onLeave={() => told.push('leave')}
      onChoose={({ id }, scope) => told.push(`choose ${id} ${scope}`.trim())}
      onReset={({ id }, scope) => told.push(`reset ${id} ${scope}`.trim())}
    />,
    view,
  );
}

const models: Picker = {
  title: 'Model',
  rows: [
    { id: 'gemini-2.5-pro', text: 'gemini-2.5-pro                  1M       1.25      10.00', note: 'current' },
    { id: 'gemini-3-pro', text: 'gemini-3-pro                    1M       2.00      12.00', note: 'preview' },
    ...Array.from({ length: 9 }, (_, n) => ({ id: `other-${n}`, text: `other-${n}` })),
  ],
  head: 'name                       context    in $/1M   out $/1M',
  hint: 'Type to search · Enter use · Tab turn / session / default · Esc close',
  scopes: ['for this session', 'for this turn', 'as default'],
  choose: () => undefined,
};
const modes: Picker = {
  title: 'Mode',
  rows: [
    { id: 'default', text: 'default     asks before edits and commands' },
    { id: 'plan', text: 'plan        reads and plans, changes nothing' },
    { id: 'yolo', text: 'yolo        runs everything no rule forbids · Enter twice', isDoubled: true },
  ],
  first: 'plan',
  right: 'Shift-Tab cycles the first three',
  hint: 'Enter use · Esc close',
  choose: () => undefined,
};
const settings: Picker = {
  title: 'Settings',
  rows: [
    { id: 'context.fileName', text: 'context.fileName', note: 'AGENTS.md · project' },
    {
      id: 'context.compressAt',
      text: 'context.compressAt',
      note: '0.7 · default',
      about: [
        'Share of the context window at which older messages are summarized.',
        'Number from 0.3 to 0.95 · default 0.7 · not set · applies to the next message',
      ],
    },
  ],
  hint: 'Enter change · Ctrl-X reset · Esc close',
  choose: () => undefined,
};

describe('PickerPanel', () => {
  it('has columns, the scope and the keys', async () => {
    const { rows } = await open(models);
    expect(rows().slice(0, 5)).toEqual([
      '╭─ Model ›   ──────────────────────────────── 11 of 11 · Tab: for this session ─',
      '│   name                       context    in $/1M   out $/1M',
      '│ ❯ gemini-2.5-pro                  1M       1.25      10.00           current',
      '│   gemini-3-pro                    1M       2.00      12.00           preview',
      '│   other-0',
    ]);
    expect(rows().at(-1)).toBe('├─ Type to search · Enter use · Tab turn / session / default · Esc close ───────');
  });

  it('searches a long list while typing, and keeps its height', async () => {
    const { rows, press } = await open(models);
    const before = rows().length;
    await press('3pro');
    expect(rows()[0]).toBe('╭─ Model › 3pro  ───────────────────────────── 1 of 11 · Tab: for this session ─');
    expect(rows()[2]).toMatch(/^│ ❯ gemini-3-pro /);
    expect(rows()).toHaveLength(before);
    await press(bytes.enter);
    expect(told).toEqual(['choose gemini-3-pro for this session']);
  });

  it('says that nothing matches, and then chooses nothing', async () => {
    const { text, press } = await open(models);
    await press('zzz');
    expect(text()).toContain('│ No matches.');
    await press(bytes.enter);
    await press(bytes.ctrl('x'));
    expect(told).toEqual([]);
  });

  it('changes the scope with Tab', async () => {
    const { rows, press } = await open(models);
    await press(bytes.tab);
    expect(rows()[0]).toContain('Tab: for this turn');
    await press(bytes.enter);
    await press(bytes.tab);
    await press(bytes.enter);
    await press(bytes.tab);
    expect(rows()[0]).toContain('Tab: for this session');
    expect(told).toEqual(['choose gemini-2.5-pro for this turn', 'choose gemini-2.5-pro as default']);
  });

  it('marks the first row that it is told, and needs no search in a short list', async () => {
    const { rows, press } = await open(modes);
    expect(rows()).toEqual([
      '╭─ Mode ───────────────────────────────────── Shift-Tab cycles the first three ─',
      '│   default     asks before edits and commands',
      '│ ❯ plan        reads and plans, changes nothing',
      '│   yolo        runs everything no rule forbids · Enter twice',
      '├─ Enter use · Esc close ───────────────────────────────────────────────────────',
    ]);
    await press('k');
    await press(bytes.enter);
    expect(told).toEqual(['choose default']);
  });

  it('asks for Enter twice on a row that is doubled', async () => {
    const { rows, press } = await open(modes);
    await press(bytes.down);
    await press(bytes.enter);
    expect(told).toEqual([]);
    expect(rows().at(-1)).toBe('├─ Enter again to choose this · Esc close ──────────────────────────────────────');
    await press(bytes.enter);
    expect(told).toEqual(['choose yolo']);
  });

  it('forgets the first Enter if another row is marked meanwhile', async () => {
    const { rows, press } = await open(modes);
    await press(bytes.down);
    await press(bytes.enter);
    await press(bytes.up);
    await press(bytes.down);
    expect(rows().at(-1)).toContain('Enter use');
    await press(bytes.enter);
    expect(told).toEqual([]);
  });

  it('resets the marked row with Ctrl-X', async () => {
    const { press } = await open(settings);
    await press(bytes.down);
    await press(bytes.ctrl('x'));
    expect(told).toEqual(['reset context.compressAt']);
  });

  it('says below the list what is known of the marked row, and keeps room for it', async () => {
    const { rows, press } = await open(settings);
    expect(rows()).toEqual([
      '╭─ Settings ─────────────────────────────────────────────────────────── 2 of 2 ─',
      '│ ❯ context.fileName                                       AGENTS.md · project',
      '│   context.compressAt                                           0.7 · default',
      '│',
      '│',
      '│',
      '├─ Enter change · Ctrl-X reset · Esc close ─────────────────────────────────────',
    ]);
    await press(bytes.down);
    expect(rows().slice(1, 6)).toEqual([
      '│   context.fileName                                       AGENTS.md · project',
      '│ ❯ context.compressAt                                           0.7 · default',
      '│',
      '│ Share of the context window at which older messages are summarized.',
      '│ Number from 0.3 to 0.95 · default 0.7 · not set · applies to the next message',
    ]);
  });

  it('closes with Escape, after it has ended a search', async () => {
    const { rows, press } = await open(models);
    await press('3');
    await press(bytes.escape);
    await expect.poll(() => rows()[0]).toContain('Model ›   ─');
    expect(told).toEqual([]);
    await press(bytes.escape);
    await expect.poll(() => told).toEqual(['leave']);
  });

  it.each([40, 59, 80, 120])('fits into %i columns and its rows', async (width) => {
    const about = ['a long text '.repeat(10), 'with \u001B[2J sequences'];
    const long = { ...models, rows: models.rows.map((row) => ({ ...row, note: 'note '.repeat(20), about })) };
    const { rows } = await open(long, width, 12);
    for (const row of rows()) expect(widthOf(row)).toBeLessThanOrEqual(width);
    // With both rules.
    expect(rows().length).toBeLessThanOrEqual(14);
  });
});
