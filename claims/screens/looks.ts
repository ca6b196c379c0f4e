import { toAscii } from '../../packages/tui/src/terminal/to-ascii.ts';

/** How a terminal shows the same content: its environment, its settings, and what its signs become. */
export interface Look {
  readonly name: 'dark' | 'light' | '16 colors' | 'no color' | 'ASCII';
  readonly env: Readonly<Record<string, string>> & { readonly TERM: string; readonly COLORTERM?: string };
  readonly ui: Readonly<Record<string, string>>;
  readonly translate: (row: string) => string;
}

const same = (row: string): string => row;
const rich = { TERM: 'xterm-256color', COLORTERM: 'truecolor' };

/** Every way in which the screens must have the same text. */
export const looks = [
  { name: 'dark', env: rich, ui: { theme: 'dark' }, translate: same },
  { name: 'light', env: rich, ui: { theme: 'light' }, translate: same },
  { name: '16 colors', env: { TERM: 'xterm' }, ui: {}, translate: same },
  { name: 'no color', env: { ...rich, NO_COLOR: '1' }, ui: {}, translate: same },
  { name: 'ASCII', env: rich, ui: { glyphs: 'ascii' }, translate: toAscii },
] as const satisfies readonly Look[];

/** The windows of the specification. */
export const windows = [
  { columns: 120, rows: 36 },
  { columns: 80, rows: 24 },
  { columns: 40, rows: 24 },
] as const;
export type Window = (typeof windows)[number];
