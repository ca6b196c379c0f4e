import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CanvasTerminal, closeCanvases, openCanvas } from '../../../../tests/tui/open-canvas.ts';
import { clipLive } from '../screen/printer.ts';
import { createTheme } from '../paint/theme/create-theme.ts';
import type { Canvas } from './canvas.ts';
import type { Bottom } from './compose-frame.ts';

const theme = createTheme('plain', { colours: 0 });
const COLUMNS = 20;
const ROWS = 12;

type Step =
  | { readonly kind: 'print'; readonly blocks: readonly number[] }
  | { readonly kind: 'live'; readonly rows: number }
  | { readonly kind: 'settle'; readonly rows: number; readonly live: number }
  | { readonly kind: 'dock'; readonly rows: number }
  | { readonly kind: 'panel'; readonly rows: number }
  | { readonly kind: 'close' }
  | { readonly kind: 'repaint' }
  | { readonly kind: 'resize'; readonly columns: number; readonly rows: number }
  | { readonly kind: 'untold'; readonly rows: number }
  | { readonly kind: 'tell'; readonly ms: number };

const print = fc.record({
  kind: fc.constant('print' as const),
  blocks: fc.array(fc.integer({ min: 0, max: 15 }), { minLength: 1, maxLength: 3 }),
});
const live = fc.record({ kind: fc.constant('live' as const), rows: fc.integer({ min: 0, max: 18 }) });
const settle = fc.record({
  kind: fc.constant('settle' as const),
  rows: fc.integer({ min: 1, max: 6 }),
  live: fc.integer({ min: 0, max: 6 }),
});
const grow = fc.record({ kind: fc.constant('dock' as const), rows: fc.integer({ min: 2, max: 9 }) });
const panel = fc.record({ kind: fc.constant('panel' as const), rows: fc.integer({ min: 3, max: 14 }) });
const close = fc.constant({ kind: 'close' as const });
const repaint = fc.constant({ kind: 'repaint' as const });
const rowsOnly = fc.record({
  kind: fc.constant('resize' as const),
  columns: fc.constant(COLUMNS),
  rows: fc.integer({ min: 6, max: 20 }),
});
const columnsOnly = fc.record({
  kind: fc.constant('resize' as const),
  columns: fc.integer({ min: 20, max: 40 }),
  rows: fc.constant(ROWS),
});
const anySize = fc.record({
  kind: fc.constant('resize' as const),
  columns: fc.integer({ min: 20, max: 40 }),
  rows: fc.integer({ min: 6, max: 20 }),
});
/** A terminal may resize its window first and say so later, if at all before the next time. */
const untold = fc.record({ kind: fc.constant('untold' as const), rows: fc.integer({ min: 6, max: 20 }) });
const tell = fc.record({ kind: fc.constant('tell' as const), ms: fc.constantFrom(0, 80) });

const still = [print, live, settle, grow, panel, close, repaint];
const toSteps = (...kinds: readonly fc.Arbitrary<Step>[]): fc.Arbitrary<readonly Step[]> =>
  fc.array(fc.oneof(...kinds), { maxLength: 14 });

/** What is shown, besides what is on the screen: the expected printed rows, and the parts below. */
class Model {
  readonly printed: string[] = [];
  liveRows: readonly string[] = [];
  dockRows = 3;
  panelRows: number | null = null;
  #count = 0;

  take(count: number): readonly string[] {
    return Array.from({ length: count }, () => `p${(this.#count += 1)}`);
  }

  /** As in the dock, the first row is as wide as the window. */
  bottom(width: number): readonly string[] {
    const [name, rows] = this.panelRows === null ? ['dock', this.dockRows] : ['panel', this.panelRows];
    return Array.from({ length: rows }, (_, n) => (n === rows - 1 ? 'last row' : `${name}${n}`)).map((row, at) =>
      at === 0 ? row.padEnd(width, '─') : row,
    );
  }
}

/** A canvas on its own screen, and what it should show. */
interface Stage {
  readonly canvas: Canvas;
  readonly terminal: CanvasTerminal;
  readonly model: Model;
}

async function openStage(): Promise<Stage> {
  const terminal = new CanvasTerminal(COLUMNS, ROWS);
  const stage = { canvas: openCanvas(terminal), terminal, model: new Model() };
  await step(stage, { kind: 'dock', rows: 3 });
  return stage;
}

async function step({ canvas, terminal, model }: Stage, each: Step): Promise<void> {
  const bottom = ({ width }: { readonly width: number }): Bottom => {
    const lines = model.bottom(width);
    // As in the dock, where a rule and a row of hints are below the draft.
    const cursor = lines.length < 3 ? null : { above: Math.min(2, lines.length - 2), column: 0 };
    return { lines, cursor, covers: model.panelRows !== null };
  };
  const printed = (count: number) => {
    const rows = model.take(count);
    model.printed.push(...rows);
    return () => rows;
  };
  const showsLive = (count: number): void => {
    model.liveRows = Array.from({ length: count }, (_, n) => `live${n}`);
  };
  const part = ({ rows }: { readonly rows: number }) => clipLive(model.liveRows, rows, { theme });
  switch (each.kind) {
    case 'print':
      canvas.show({ printed: each.blocks.map(printed) });
      break;
    case 'live':
      showsLive(each.rows);
      canvas.show({ live: part });
      break;
    case 'settle':
      showsLive(each.live);
      canvas.show({ live: part, printed: [printed(each.rows)] });
      break;
    case 'dock':
      model.dockRows = each.rows;
      canvas.show({ bottom });
      break;
    case 'panel':
      model.panelRows = each.rows;
      canvas.show({ bottom });
      break;
    case 'close':
      model.panelRows = null;
      canvas.show({ bottom });
      break;
    case 'repaint':
      canvas.repaint();
      break;
    case 'resize':
      // Longer than a terminal takes to say so.
      await vi.advanceTimersByTimeAsync(500);
      await terminal.resize(each.columns, each.rows);
      await vi.advanceTimersByTimeAsync(80);
      break;
    case 'untold':
      await terminal.resizeUntold(COLUMNS, each.rows);
      break;
    case 'tell':
      terminal.tell();
      await vi.advanceTimersByTimeAsync(each.ms);
      break;
  }
}

/** Runs the steps on a new screen, and looks at it after each of them. */
async function run(
  steps: readonly Step[],
  look: (terminal: CanvasTerminal, model: Model) => Promise<void>,
): Promise<void> {
  const stage = await openStage();
  for (const each of [...steps, { kind: 'close' as const }]) {
    await step(stage, each);
    await look(stage.terminal, stage.model);
  }
  stage.canvas.close();
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  closeCanvases();
  vi.useRealTimers();
});

const isPrinted = (row: string): boolean => /^p\d+$/.test(row);
const runs = { numRuns: 150 };

for (const [what, steps] of [
  ['no resize', toSteps(...still)],
  ['any height', toSteps(...still, rowsOnly)],
  ['any width', toSteps(...still, columnsOnly)],
] as const) {
  it(`has every printed row once and in order, with ${what}`, async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (drawn) => {
        await run(drawn, async (terminal, model) => {
          if (model.panelRows !== null) return;
          expect((await terminal.all()).filter(isPrinted)).toEqual(model.printed);
        });
      }),
      runs,
    );
  });

  it(`has the whole dock below everything else, with ${what}`, async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (drawn) => {
        await run(drawn, async (terminal, model) => {
          const most = terminal.rows - 1;
          const bottom = model.bottom(terminal.columns).slice(-most);
          const window = await terminal.window();
          expect(window.slice(-bottom.length)).toEqual(bottom);
          expect(window.filter((row) => row === 'last row')).toHaveLength(1);
        });
      }),
      runs,
    );
  });
}

it('never moves the last row up', async () => {
  await fc.assert(
    fc.asyncProperty(toSteps(...still), async (drawn) => {
      let at = 0;
      await run(drawn, async (terminal) => {
        const now = (await terminal.window()).lastIndexOf('last row');
        expect(now).toBeGreaterThanOrEqual(at);
        at = now;
      });
    }),
    runs,
  );
});

it('keeps the last row at the end of the window once it is there, at any size', async () => {
  await fc.assert(
    fc.asyncProperty(toSteps(...still, anySize), async (drawn) => {
      let isThere = false;
      await run(drawn, async (terminal) => {
        const isNow = (await terminal.window()).lastIndexOf('last row') === terminal.rows - 1;
        if (isThere) expect(isNow).toBe(true);
        isThere = isNow;
      });
    }),
    runs,
  );
});

it('loses no printed row at any size', async () => {
  await fc.assert(
    fc.asyncProperty(toSteps(...still, anySize), async (drawn) => {
      await run(drawn, async (terminal, model) => {
        if (model.panelRows !== null) return;
        const seen = new Set(await terminal.all());
        expect(model.printed.filter((row) => !seen.has(row))).toEqual([]);
      });
    }),
    runs,
  );
});

it('loses no printed row if the window has another height than it has said', async () => {
  await fc.assert(
    fc.asyncProperty(toSteps(...still, untold, untold, tell, tell), async (drawn) => {
      const stage = await openStage();
      const { terminal, model } = stage;
      for (const each of [...drawn, { kind: 'tell' as const, ms: 80 }, { kind: 'close' as const }])
        await step(stage, each);
      const seen = new Set(await terminal.all());
      expect(model.printed.filter((row) => !seen.has(row))).toEqual([]);
      stage.canvas.close();
    }),
    runs,
  );
});

it('changes nothing above a panel, and shows the same rows again when it is closed', async () => {
  await fc.assert(
    fc.asyncProperty(toSteps(...still), fc.array(panel, { minLength: 1, maxLength: 4 }), async (drawn, panels) => {
      const stage = await openStage();
      const { terminal, model } = stage;
      for (const each of [...drawn, { kind: 'close' as const }]) await step(stage, each);
      const before = await terminal.window();
      for (const each of panels) {
        await step(stage, each);
        const window = await terminal.window();
        if (window.length > before.length) return; // It pushed, because nothing else was there to cover.
        const above = Math.max(0, window.length - Math.max(model.bottom(COLUMNS).length, model.dockRows));
        expect(window.slice(0, above)).toEqual(before.slice(0, above));
      }
      await step(stage, { kind: 'close' });
      expect(await terminal.window()).toEqual(before);
    }),
    runs,
  );
});
