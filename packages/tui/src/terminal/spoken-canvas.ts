import { stripSequences } from '@bowline/protocol/plain';
import type { Canvas } from './canvas.ts';
import type { BottomPart } from './compose-frame.ts';
import { interceptWrites } from './intercept-writes.ts';
import type { Block } from './printed-tail.ts';
import { SILENCE, stepSpeech, type Speech, type SpokenDock } from './step-speech.ts';
import { ERASE_LINE, paintTyping, toShownLine, type ShownLine } from './typed-line.ts';

/** What the screen needs of a terminal. */
export type Output = Pick<
  Canvas,
  'stdout' | 'width' | 'rows' | 'show' | 'together' | 'clear' | 'repaint' | 'lend' | 'close'
>;

/** Changes that belong together arrive within this time. */
const GATHER_MS = 16;

/**
 * Writes to a terminal for a screen reader: sentences below each other, and the line that is being typed. Nothing above
 * the last row is ever touched, because a screen reader says everything that changes.
 */
export class SpokenCanvas implements Output {
  readonly stdout: NodeJS.WriteStream;
  readonly #terminal: NodeJS.WriteStream;
  readonly #clock: () => number;
  #waiting: readonly Block[] = [];
  #bottom: BottomPart | null = null;
  #speech: Speech = SILENCE;
  #line: ShownLine | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isLent = false;

  constructor(terminal: NodeJS.WriteStream, clock: () => number = () => performance.now()) {
    this.#terminal = terminal;
    this.#clock = clock;
    this.stdout = interceptWrites(terminal);
  }

  get width(): number {
    return Math.max(20, this.#terminal.columns || 80);
  }

  get rows(): number {
    return Math.max(5, this.#terminal.rows || 24);
  }

  show({ printed = [], bottom }: Parameters<Output['show']>[0]): void {
    this.#waiting = [...this.#waiting, ...printed];
    this.#bottom = bottom ?? this.#bottom;
    this.#timer ??= setTimeout(() => {
      this.#flush();
    }, GATHER_MS);
  }

  together(change: () => void): void {
    change();
  }

  /** What was said cannot be taken back. */
  clear(): void {
    this.show({});
  }

  repaint(): void {
    this.show({});
  }

  async lend<Result>(use: () => Promise<Result>): Promise<Result> {
    this.#flush();
    this.#eraseLine();
    this.#isLent = true;
    try {
      return await use();
    } finally {
      this.#isLent = false;
      this.show({});
    }
  }

  close(): void {
    this.#flush();
    this.#eraseLine();
    this.#isLent = true;
  }

  #eraseLine(): void {
    if (this.#line !== null) this.#terminal.write(ERASE_LINE);
    this.#line = null;
  }

  #flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#isLent) return;
    const { width } = this;
    const printed = this.#waiting.flatMap((block) => block(width));
    this.#waiting = [];
    const spoken = this.#bottom?.({ width, rows: this.rows }).spoken;
    const said = spoken === undefined ? [] : this.#step(spoken);
    const rows = [...printed, ...said].map((row) => stripSequences(row, false).trimEnd()).filter((row) => row !== '');
    this.#write(rows, spoken?.line == null ? null : toShownLine(spoken.line, width));
  }

  #step(spoken: SpokenDock): readonly string[] {
    const { speech, rows } = stepSpeech(this.#speech, spoken, this.#clock());
    this.#speech = speech;
    return rows;
  }

  #write(rows: readonly string[], line: ShownLine | null): void {
    if (rows.length > 0 || line === null) this.#eraseLine();
    const typed = line === null ? '' : paintTyping(this.#line, line);
    const written = rows.map((row) => `${row}\r\n`).join('') + typed;
    this.#line = line;
    if (written !== '') this.#terminal.write(written);
  }
}
