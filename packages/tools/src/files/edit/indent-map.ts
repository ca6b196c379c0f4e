/** The indentation of one line, as sent and in the file. */
export interface IndentPair {
  readonly sent: string;
  readonly found: string;
}

/** The input for computing an indentation map. */
export interface IndentEvidence {
  readonly pairs: readonly IndentPair[];
  /** Every indentation that was sent, in old and new lines. */
  readonly sent: readonly string[];
  /** The file's indentation unit. Undefined: unclear. Empty: nothing is indented. */
  readonly fileUnit: () => string | undefined;
}

/** Converts an indentation that was sent to the file's. Undefined: unknown. */
export type IndentMap = (sent: string) => string | undefined;

/**
 * Maps indentation as sent to that of the file. Undefined if lines of equal depth differ in depth in the file, or the
 * other way around: the two are not the same code.
 */
export function createIndentMap(evidence: IndentEvidence): IndentMap | undefined {
  const { pairs } = evidence;
  const table = new Map(pairs.map(({ sent, found }) => [sent, found]));
  if (!isSameShape(pairs)) return undefined;
  if (pairs.every(({ sent, found }) => sent === found)) return (sent) => sent;
  // Two depths with the same shift use the same unit. One depth says nothing about the unit.
  const shift = table.size > 1 ? createShift(pairs) : undefined;
  return (sent) => table.get(sent) ?? shift?.(sent) ?? convert(sent, evidence);
}

function isSameShape(pairs: readonly IndentPair[]): boolean {
  const levels = pairs
    .map(({ sent, found }) => [widthOf(sent), widthOf(found)] as const)
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return levels.every(([sent, found], at) => {
    const before = levels[at - 1];
    return before === undefined || (before[0] === sent ? before[1] === found : before[1] < found);
  });
}

function widthOf(indent: string): number {
  let width = 0;
  for (const character of indent) width = character === '\t' ? width + 8 - (width % 8) : width + 1;
  return width;
}

function createShift(pairs: readonly IndentPair[]): IndentMap | undefined {
  const [{ sent, found } = { sent: '', found: '' }] = pairs;
  if (found.endsWith(sent)) {
    const more = found.slice(0, found.length - sent.length);
    if (pairs.every((pair) => pair.found === more + pair.sent)) return (indent) => unmixed(more + indent);
  }
  if (sent.endsWith(found)) {
    const less = sent.slice(0, sent.length - found.length);
    if (pairs.every((pair) => pair.sent === less + pair.found))
      return (indent) => (indent.startsWith(less) ? unmixed(indent.slice(less.length)) : undefined);
  }
  return undefined;
}

/** Rejects tabs and spaces in one indentation, which break whitespace-sensitive files. */
function unmixed(indent: string): string | undefined {
  return indent.includes('\t') && indent.includes(' ') ? undefined : indent;
}

/** Converts by depth: the same number of units deeper or shallower, in the file's unit. */
function convert(indent: string, { pairs, sent, fileUnit }: IndentEvidence): string | undefined {
  const sentUnit = unitOf(sent);
  if (sentUnit === undefined) return undefined;
  const unit = unitOfPairs(pairs, sentUnit) ?? fileUnit();
  if (unit === undefined) return undefined;
  if (unit === '' || unit === sentUnit) return createShift(pairs)?.(indent);
  // Something shallower than all known lines could be any number of units shallower.
  if (pairs.every((pair) => indent.length < pair.sent.length)) return undefined;
  const steps = new Set(pairs.map((pair) => depthOf(pair.found, unit) - depthOf(pair.sent, sentUnit)));
  const [step = Number.NaN] = steps;
  const depth = depthOf(indent, sentUnit) + step;
  return steps.size === 1 && Number.isInteger(depth) && depth >= 0 ? unit.repeat(depth) : undefined;
}

/** NaN if the indentation is not a whole number of units. */
function depthOf(indent: string, unit: string): number {
  const depth = indent.length / unit.length;
  return Number.isInteger(depth) && indent === unit.repeat(depth) ? depth : Number.NaN;
}

/** The unit of which all indentations are multiples. */
function unitOf(indents: readonly string[]): string | undefined {
  const used = indents.filter((indent) => indent !== '');
  if (used.length === 0) return undefined;
  if (used.every((indent) => /^\t+$/.test(indent))) return '\t';
  if (!used.every((indent) => /^ +$/.test(indent))) return undefined;
  const size = used.map((indent) => indent.length).reduce(divisorOf);
  return size > 1 ? ' '.repeat(size) : undefined;
}

function divisorOf(a: number, b: number): number {
  return b === 0 ? a : divisorOf(b, a % b);
}

/** The file's unit, if two depths reveal it. */
function unitOfPairs(pairs: readonly IndentPair[], sentUnit: string): string | undefined {
  const levels = [...new Map(pairs.map((pair) => [pair.sent, pair])).values()].sort(
    (a, b) => a.sent.length - b.sent.length,
  );
  const units = new Set(
    levels.slice(1).map((level, at) => {
      const before = levels[at] ?? level;
      const steps = depthOf(level.sent, sentUnit) - depthOf(before.sent, sentUnit);
      const more = level.found.startsWith(before.found) ? level.found.slice(before.found.length) : '';
      const size = more.length / steps;
      return Number.isInteger(size) && size > 0 ? more.slice(0, size) : undefined;
    }),
  );
  const [unit] = units;
  return units.size === 1 ? unit : undefined;
}
