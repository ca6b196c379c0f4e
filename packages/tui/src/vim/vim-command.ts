/** A motion as typed: `w`, `gg`, or `f` with its character. */
export interface VimMotion {
  readonly name: string;
  /** The character that `f`, `t`, `F` and `T` look for. */
  readonly sought: string | null;
}

/** A complete command of normal mode. */
export type VimCommand = { readonly count: number | null } & (
  | { readonly kind: 'move'; readonly motion: VimMotion }
  | { readonly kind: 'operate'; readonly operator: VimOperator; readonly motion: VimMotion | 'lines' }
  /** `x`, `p`, `i` and similar, or `r` with its replacement character. */
  | { readonly kind: 'act'; readonly name: string; readonly argument: string | null }
);

export type VimOperator = 'd' | 'c' | 'y';

/** The result of parsing keys: incomplete, invalid, or a command. */
export type ParsedKeys = VimCommand | 'partial' | 'invalid';

const MOTIONS = new Set('hjklwbe0$^G;,');
const FINDS = new Set('ftFT');
const ACTIONS = new Set('xXDCYsSiaIAoOpPu~.J').add('ctrl+r');
/** Keys that are aliases of commands. */
const SAME: Readonly<Record<string, string>> = {
  left: 'h',
  right: 'l',
  up: 'k',
  down: 'j',
  home: '0',
  end: '$',
  backspace: 'h',
  ' ': 'l',
  delete: 'x',
};

/** Parses keys, given by their chords. */
export function parseKeys(chords: readonly string[]): ParsedKeys {
  const { count, rest } = takeCount(chords.map((chord, index) => (index > 0 ? chord : (SAME[chord] ?? chord))));
  const [first, second] = rest;
  if (first === undefined) return 'partial';
  if (isOperator(first)) return parseOperated(first, count, rest.slice(1));
  if (first === 'r') return second === undefined ? 'partial' : { kind: 'act', name: 'r', argument: second, count };
  if (ACTIONS.has(first)) return { kind: 'act', name: first, argument: null, count };
  const motion = parseMotion(rest);
  return typeof motion === 'string' ? motion : { kind: 'move', motion, count };
}

function isOperator(chord: string): chord is VimOperator {
  return chord === 'd' || chord === 'c' || chord === 'y';
}

function parseOperated(operator: VimOperator, outer: number | null, chords: readonly string[]): ParsedKeys {
  const { count: inner, rest } = takeCount(chords);
  const count = outer === null && inner === null ? null : (outer ?? 1) * (inner ?? 1);
  if (rest[0] === operator) return { kind: 'operate', operator, motion: 'lines', count };
  const motion = parseMotion(rest.map((chord) => SAME[chord] ?? chord));
  return typeof motion === 'string' ? motion : { kind: 'operate', operator, motion, count };
}

function parseMotion([first, second]: readonly string[]): VimMotion | 'partial' | 'invalid' {
  if (first === undefined) return 'partial';
  if (FINDS.has(first)) return second === undefined ? 'partial' : { name: first, sought: second };
  if (first === 'g')
    return second === undefined ? 'partial' : second === 'g' ? { name: 'gg', sought: null } : 'invalid';
  return MOTIONS.has(first) ? { name: first, sought: null } : 'invalid';
}

/** The largest count, more lines than a typed message has. */
const MAX_COUNT = 9999;

function takeCount(chords: readonly string[]): { readonly count: number | null; readonly rest: readonly string[] } {
  const digits = /^[1-9][0-9]*/.exec(chords.map((chord) => (chord.length === 1 ? chord : '-')).join(''))?.[0] ?? '';
  const count = digits === '' ? null : Math.min(Number(digits), MAX_COUNT);
  return { count, rest: chords.slice(digits.length) };
}
