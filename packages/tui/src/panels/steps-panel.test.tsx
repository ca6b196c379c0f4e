import { afterEach, describe, expect, it } from 'vitest';
import { bytes, closePanels, openPanel, type OpenedPanel } from '../../../../tests/tui/open-panel.tsx';
import { viewOf } from '../../../../tests/tui/view-of.ts';
import type { View } from '../paint/layout/view.ts';
import { widthOf } from '../paint/layout/wrap.ts';
import { StepsPanel, type StepsPanelProps } from './steps-panel.tsx';

const todos: StepsPanelProps['todos'] = [
  { text: 'Read the parser', status: 'done' },
  { text: 'Fix the off-by-one error in the tokenizer loop', status: 'active' },
  { text: 'Add a test for empty input', status: 'pending' },
  { text: 'Run all tests', status: 'pending' },
];
const told: string[] = [];
afterEach(() => {
  closePanels();
  told.length = 0;
});

async function open(steps: StepsPanelProps['todos'], view: View = viewOf(80), rows = 12): Promise<OpenedPanel> {
  return await openPanel(
    <StepsPanel
      todos={steps}
      view={view}
      rows={rows}
      onLeave={() => told.push('leave')}
      onType={(text) => told.push(text)}
    />,
    view,
  );
}

describe('StepsPanel', () => {
  it('lists the steps and how many are done', async () => {
    expect((await open(todos)).rows().slice(0, -1)).toEqual([
      '╭─ Steps 1 of 4 done ───────────────────────────────────────────── Ctrl-T hide ─',
      '│ ✓ Read the parser',
      '│ ▸ Fix the off-by-one error in the tokenizer loop',
      '│ ○ Add a test for empty input',
      '│ ○ Run all tests',
    ]);
  });

  it('shows the current step if not all fit', async () => {
    const many = Array.from({ length: 20 }, (_, n) => ({
      text: `step ${n}`,
      status: n < 10 ? ('done' as const) : n === 10 ? ('active' as const) : ('pending' as const),
    }));
    const { rows } = await open(many, viewOf(80), 4);
    expect(rows().slice(0, -1)).toEqual([
      expect.stringContaining('Steps 10 of 20 done'),
      '│ ✓ step 9',
      '│ ▸ step 10',
      '│ ○ step 11',
      '│ ○ step 12',
    ]);
    const ended = await open(
      many.map(({ text }) => ({ text, status: 'done' as const })),
      viewOf(80),
      4,
    );
    expect(ended.rows().slice(1, -1)).toEqual(['│ ✓ step 16', '│ ✓ step 17', '│ ✓ step 18', '│ ✓ step 19']);
  });

  it('scrolls, and says where it is', async () => {
    const many = Array.from({ length: 30 }, (_, n) => ({
      text: `step ${n + 1}`,
      status: n === 2 ? ('active' as const) : ('pending' as const),
    }));
    const { rows, press } = await open(many, viewOf(80), 6);
    expect(rows()[0]).toContain('─ rows 1–6 of 30 · Ctrl-T hide ─');
    expect(rows().at(-1)).toContain('PageDown scroll');
    await press(bytes.down);
    expect(rows()[1]).toBe('│ ○ step 2');
    await press(bytes.pageDown);
    expect(rows()[1]).toBe('│ ○ step 7');
    await press(bytes.end);
    expect(rows()[6]).toBe('│ ○ step 30');
    await press(bytes.home);
    expect(rows()[1]).toBe('│ ○ step 1');
    expect(told).toEqual([]);
  });

  it('shows the current step below long ones', async () => {
    const long = 'a step of many words that needs several rows in a window as narrow as this one is';
    const many = Array.from({ length: 8 }, (_, n) => ({
      text: n === 5 ? 'the current one' : long,
      status: n < 5 ? ('done' as const) : n === 5 ? ('active' as const) : ('pending' as const),
    }));
    expect((await open(many, viewOf(40), 6)).text()).toContain('▸ the current one');
  });

  it('says that there are no steps', async () => {
    expect((await open([])).rows().slice(0, 2)).toEqual([
      '╭─ Steps ───────────────────────────────────────────────────────── Ctrl-T hide ─',
      '│ The agent has made no list of steps.',
    ]);
  });

  it('uses words for a screen reader', async () => {
    const rows = (await open(todos, viewOf(80, { isScreenReader: true }))).rows();
    expect(rows[0]).toBe('Steps 1 of 4 done, Ctrl-T hide.');
    expect(rows.join('\n')).not.toMatch(/[✓▸○]/);
    expect(rows[1]).toMatch(/Read the parser$/);
  });

  it.each([20, 40, 80, 120])('fits into %i columns', async (width) => {
    const long = todos.map((each) => ({ ...each, text: `${each.text} `.repeat(8) }));
    for (const row of (await open(long, viewOf(width))).rows()) expect(widthOf(row)).toBeLessThanOrEqual(width);
  });

  it('closes with Ctrl-T and Escape, and passes on what is typed', async () => {
    const { press } = await open(todos);
    await press(bytes.ctrl('t'));
    await press('fix');
    await press(bytes.escape);
    await expect.poll(() => told).toEqual(['leave', 'fix', 'leave']);
  });
});
