import xterm from '@xterm/headless';

/** How a screen is drawn. */
export interface PictureOptions {
  readonly columns: number;
  readonly rows: number;
  /** Rows above the last one that matches are left out. */
  readonly from?: RegExp;
  readonly isDark: boolean;
  /** The text for screen readers. */
  readonly title: string;
}

const CELL = { width: 8.4, height: 18, font: 14 } as const;
const MARGIN = 14;
/** On each `text`: Chromium inherits neither this nor `xml:space`, which other renderers use. */
const KEEPS_SPACES = '<style>text{white-space:pre}</style>';

const palettes = {
  dark: { background: '#16181d', text: '#d8dee9', frame: '#2b303b' },
  light: { background: '#fcfcfb', text: '#24292f', frame: '#d0d7de' },
} as const;

const ansi = {
  dark: '#3b4252 #e06c75 #98c379 #e5c07b #61afef #c678dd #56b6c2 #d8dee9 #6b7280 #ef8b92 #b5d69c #f0d399 #8cc4f5 #d9a3ea #82cbd4 #ffffff',
  light:
    '#24292f #cf222e #116329 #7d4e00 #0969da #8250df #1b7c83 #6e7781 #57606a #a40e26 #1a7f37 #633c01 #218bff #a475f9 #3192aa #8c959f',
};

type Cell = NonNullable<ReturnType<NonNullable<ReturnType<xterm.Terminal['buffer']['active']['getLine']>>['getCell']>>;

/**
 * Draws what a terminal shows after a program wrote this, as a scalable, searchable picture. From the bytes of the
 * program, because what tmux captures of a screen has no grounds up to the margin.
 */
export async function toPicture(written: string, options: PictureOptions): Promise<string> {
  const { columns, isDark, title } = options;
  const terminal = new xterm.Terminal({ cols: columns, rows: options.rows, allowProposedApi: true });
  await new Promise<void>((resolve) => {
    terminal.write(written, resolve);
  });
  const { first, rows } = cropRows(terminal, options);
  const palette = isDark ? palettes.dark : palettes.light;
  const [width, height] = [Math.ceil(columns * CELL.width) + 2 * MARGIN, rows * CELL.height + 2 * MARGIN];
  const drawn: string[] = [];
  for (let row = 0; row < rows; row += 1) drawn.push(...drawRow(terminal, { row, first }, { columns, isDark }));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="${palette.background}" stroke="${palette.frame}"/>`,
    KEEPS_SPACES,
    `<g font-family="ui-monospace,'SFMono-Regular','DejaVu Sans Mono',Menlo,Consolas,monospace" font-size="${CELL.font}" fill="${palette.text}" xml:space="preserve">`,
    ...drawn,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/** Without empty rows at the end. */
function cropRows(
  terminal: xterm.Terminal,
  { rows, from }: PictureOptions,
): { readonly first: number; readonly rows: number } {
  const { active } = terminal.buffer;
  const texts = Array.from(
    { length: rows },
    (_, row) => active.getLine(active.viewportY + row)?.translateToString(true) ?? '',
  );
  const first =
    from === undefined
      ? 0
      : Math.max(
          0,
          texts.findLastIndex((text) => from.test(text)),
        );
  return { first: active.viewportY + first, rows: texts.findLastIndex((text) => text !== '') + 1 - first };
}

interface Run {
  readonly at: number;
  text: string;
  cells: number;
  readonly style: string;
  readonly background: string | null;
}

function drawRow(
  terminal: xterm.Terminal,
  { row, first }: { readonly row: number; readonly first: number },
  { columns, isDark }: { readonly columns: number; readonly isDark: boolean },
): readonly string[] {
  const line = terminal.buffer.active.getLine(first + row);
  const runs: Run[] = [];
  for (let column = 0; column < columns; column += 1) {
    const cell = line?.getCell(column);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const { style, background } = styleOf(cell, isDark);
    const last = runs.at(-1);
    const text = cell.getChars() === '' ? ' ' : cell.getChars();
    // Characters of two cells are placed one by one, because fonts differ in their width.
    const isPlain = cell.getWidth() === 1 && last !== undefined && last.cells === last.text.length;
    if (isPlain && last.style === style && last.background === background) {
      last.text += text;
      last.cells += 1;
    } else runs.push({ at: column, text, cells: cell.getWidth(), style, background });
  }
  return runs.flatMap((run) => drawRun(run, row));
}

function drawRun({ at, text, cells, style, background }: Run, row: number): readonly string[] {
  const [x, y] = [MARGIN + at * CELL.width, MARGIN + row * CELL.height];
  const width = cells * CELL.width;
  return [
    ...(background === null
      ? []
      : [`<rect x="${fixed(x)}" y="${y}" width="${fixed(width)}" height="${CELL.height}" fill="${background}"/>`]),
    ...(text.trim() === ''
      ? []
      : [
          `<text x="${fixed(x)}" y="${y + CELL.font}" textLength="${fixed(width)}" lengthAdjust="spacingAndGlyphs"${style}>${escapeXml(text)}</text>`,
        ]),
  ];
}

function styleOf(cell: Cell, isDark: boolean): { readonly style: string; readonly background: string | null } {
  const palette = isDark ? palettes.dark : palettes.light;
  let text = colourOf(cell, 'fg', isDark);
  let background = colourOf(cell, 'bg', isDark);
  if (cell.isInverse() !== 0) [text, background] = [background ?? palette.background, text ?? palette.text];
  const style = [
    text === null ? '' : ` fill="${text}"`,
    cell.isBold() === 0 ? '' : ' font-weight="700"',
    cell.isItalic() === 0 ? '' : ' font-style="italic"',
    cell.isDim() === 0 ? '' : ' opacity="0.6"',
    decorationOf(cell),
  ].join('');
  return { style, background };
}

function decorationOf(cell: Cell): string {
  if (cell.isUnderline() !== 0) return ' text-decoration="underline"';
  return cell.isStrikethrough() === 0 ? '' : ' text-decoration="line-through"';
}

function colourOf(cell: Cell, side: 'fg' | 'bg', isDark: boolean): string | null {
  const isText = side === 'fg';
  const value = isText ? cell.getFgColor() : cell.getBgColor();
  if (isText ? cell.isFgDefault() : cell.isBgDefault()) return null;
  if (isText ? cell.isFgRGB() : cell.isBgRGB()) return `#${value.toString(16).padStart(6, '0')}`;
  return indexed(value, isDark);
}

function indexed(value: number, isDark: boolean): string {
  const named = (isDark ? ansi.dark : ansi.light).split(' ')[value];
  if (named !== undefined) return named;
  if (value >= 232) return rgb(Array.from({ length: 3 }, () => 8 + (value - 232) * 10));
  const n = value - 16;
  return rgb([Math.floor(n / 36), Math.floor(n / 6) % 6, n % 6].map((step) => (step === 0 ? 0 : 55 + step * 40)));
}

function rgb(parts: readonly number[]): string {
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function fixed(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
