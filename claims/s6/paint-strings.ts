import fc from 'fast-check';
import { createTheme } from '../../packages/tui/src/paint/theme/create-theme.ts';
import { cleanText } from '../../packages/tui/src/paint/layout/clean-text.ts';
import type { View } from '../../packages/tui/src/paint/layout/view.ts';
import { showWhole } from '../../packages/tui/src/questions/paint/show-whole.ts';
import { findOffences } from './find-offences.ts';
import { findUnshown } from './find-unshown.ts';
import { cutAt, hostileString } from './hostile-strings.ts';
import { paintedSurfaces } from './painted-surfaces.ts';

/** The result of painting many strings. */
export interface Painted {
  readonly strings: number;
  readonly paintings: number;
  /** For each surface, the number of paintings that would act on a terminal, and the first of them. */
  readonly offences: Readonly<Record<string, { readonly count: number; readonly first: string }>>;
  /** Commands that would not be shown in full to the user. */
  readonly unshown: number;
  /** The same for commands that are cleaned like other text, which omits parts of them. */
  readonly cut: number;
}

/** The number of surfaces that are painted with each string, in rotation. */
const EACH = 4;

const themes = [0, 4, 8, 24].map((colours) => createTheme('dark', { colours: colours as 0 | 4 | 8 | 24 }));

function paintStrings(count: number, seed: number): Painted {
  const names = Object.keys(paintedSurfaces);
  const offences: Record<string, { count: number; first: string }> = {};
  let [unshown, cut] = [0, 0];
  const plans = fc.tuple(hostileString, fc.array(fc.nat(400), { maxLength: 6 }), fc.nat(1000));
  const strings = fc.sample(plans, { numRuns: count, seed });
  for (const [n, [text, places, look]] of strings.entries()) {
    const pieces = cutAt(text, places);
    for (let turn = 0; turn < EACH; turn += 1) {
      const name = names[(n * EACH + turn) % names.length] ?? '';
      const found = offencesOf(name, { text, pieces, view: toView(look, n) });
      if (found === null) continue;
      const before = offences[name] ?? { count: 0, first: found };
      offences[name] = { ...before, count: before.count + 1 };
    }
    if (findUnshown(text, showWhole(text)) !== null) unshown += 1;
    if (findUnshown(text, cleanText(text)) !== null) cut += 1;
  }
  return { strings: count, paintings: count * EACH, offences, unshown, cut };
}

function offencesOf(
  name: string,
  { text, pieces, view }: { readonly text: string; readonly pieces: readonly string[]; readonly view: View },
): string | null {
  const surface = paintedSurfaces[name];
  if (surface === undefined) return null;
  for (const row of surface.paint(text, view, pieces)) {
    const [first] = findOffences(row, surface.allowed);
    if (first !== undefined) return `${first.what} in ${JSON.stringify(row.slice(0, 400))} of ${JSON.stringify(text)}`;
  }
  return null;
}

function toView(look: number, now: number): View {
  return {
    width: 20 + (look % 100),
    theme: themes[look % themes.length] ?? createTheme('plain', { colours: 0 }),
    isScreenReader: look % 5 === 0,
    isUnfolded: look % 3 === 0,
    workspace: '/w',
    home: '/home/ada',
    user: 'ada',
    now,
  };
}

const [count = '1000', seed = '1'] = process.argv.slice(2);
process.stdout.write(JSON.stringify(paintStrings(Number(count), Number(seed))));
