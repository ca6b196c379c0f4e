import { AgentError } from '@bowline/protocol/plain';
import type { TuiHost } from '../host/tui-host.ts';
import { cleanText } from '../paint/layout/clean-text.ts';
import { paintMarkdown } from '../paint/markdown/paint-markdown.ts';
import { paintItems, toRuns, trailOf, type Trail } from '../paint/items/paint-items.ts';
import { paintLive } from '../paint/items/paint-live.ts';
import { paintStart, paintStartRows, paintTitle, type StartRow } from '../paint/status/paint-start.ts';
import { GUTTER } from '../paint/layout/measure.ts';
import type { Lines, View } from '../paint/layout/view.ts';
import { hang, indent, wrapText } from '../paint/layout/wrap.ts';
import type { CallItem, Transcript, TranscriptItem } from '../transcript/transcript.ts';
import type { Output } from '../terminal/spoken-canvas.ts';
import type { LivePart } from '../terminal/compose-frame.ts';
import type { Block } from '../terminal/printed-tail.ts';
import type { ScreenState, Store } from './screen-state.ts';
import { screenTexts } from '../texts/screen-texts.ts';
import { newsTexts } from '../texts/transcript-texts.ts';

/** Content besides the session: a shell command of the user, and messages that wait for a session. */
export interface Aside {
  readonly shell: CallItem | null;
  readonly outbox: readonly string[];
}

/** Prints content on the canvas with the current view settings, and repaints it when they change. */
export class Printer {
  readonly #canvas: Output;
  readonly #host: TuiHost;
  readonly #store: Store<ScreenState>;
  #workspace = '';
  #last: Trail | null = null;
  /** The head is in the window. Sessions that are opened later print only their title and values. */
  #hasHead = false;
  /** The title of a session whose head is not printed yet. */
  #opening: string | null | undefined;

  constructor(canvas: Output, host: TuiHost, store: Store<ScreenState>) {
    this.#canvas = canvas;
    this.#host = host;
    this.#store = store;
  }

  /** The current view. */
  view(width: number): View {
    const { theme, preferences } = this.#store.get();
    const { user, terminal, place } = this.#host;
    const who = { isScreenReader: terminal.isScreenReader, user, home: place.home };
    return {
      width,
      theme,
      ...who,
      workspace: this.#workspace,
      isUnfolded: false,
      isStill: !preferences.hasMotion,
      now: Date.now(),
    };
  }

  /** Shows the head of a session, which is printed once more is known. */
  opening(title: string | null): void {
    this.#opening = title;
    this.#canvas.show({ live: ({ width }) => this.#paintStart(title, width) });
  }

  /** Prints the head of a session and its values. */
  started(title: string | null, rows: readonly StartRow[]): void {
    this.#opening = undefined;
    const isFirst = !this.#hasHead;
    this.#hasHead = true;
    const paint = (width: number): Lines => {
      const values = paintStartRows(rows, this.view(width));
      const head = isFirst ? this.#paintStart(title, width) : paintTitle(title, this.view(width));
      return [...head, ...(values.length === 0 || head.length === 0 ? [] : ['']), ...values];
    };
    const isEmpty = !isFirst && title === null && rows.length === 0;
    this.#canvas.show({ live: () => [], printed: isEmpty ? [] : this.#toPrinted('text', paint) });
  }

  #paintStart(title: string | null, width: number): Lines {
    const { folder, version } = this.#host.place;
    const { branch } = this.#store.get();
    return paintStart({ version, folder, branch, title }, this.view(width));
  }

  /** Prints text of a command or the TUI: Markdown, or already styled. */
  text(text: string): void {
    const isStyled = text.includes('\u001B[');
    this.#print('text', (width) => {
      const view = this.view(width);
      if (view.isScreenReader) return paintMarkdown(text, view);
      const inner = { ...view, width: width - GUTTER };
      const rows = isStyled
        ? wrapText(cleanText(text, { keepsStyles: true }), inner.width)
        : paintMarkdown(text, inner);
      return indent(rows, ' '.repeat(GUTTER));
    });
  }

  /** Prints input of the user that is not sent to the agent. */
  echo(text: string): void {
    this.#print('person', (width) => {
      const { theme, isScreenReader } = this.view(width);
      if (isScreenReader) return wrapText(newsTexts.you + cleanText(text), width);
      return hang(theme.dim('❯ '), wrapText(theme.dim(cleanText(text)), Math.max(1, width - GUTTER)));
    });
  }

  error(thrown: unknown): void {
    const { code, message, hint = null } = AgentError.from(thrown);
    const at = new Date().toISOString();
    this.items([{ kind: 'error', id: at, at, threadId: null, code, message, hint, fatal: true }]);
  }

  notice(level: 'info' | 'warning', text: string): void {
    const at = new Date().toISOString();
    this.items([{ kind: 'notice', id: at, at, threadId: null, level, code: 'SURFACE', text }]);
  }

  items(items: readonly TranscriptItem[]): void {
    if (items.length > 0) this.#canvas.show({ printed: this.#toBlocks(items) });
  }

  /** Shows one frame of a session: prints settled items and shows live ones. */
  frame(transcript: Transcript, settled: readonly TranscriptItem[], aside: Aside): void {
    this.#workspace = transcript.workspace ?? this.#workspace;
    this.#canvas.show({ printed: this.#toBlocks(settled), live: this.#toLive(transcript, aside) });
  }

  /** Writes the change and the resulting React update in one piece. */
  together(change: () => void): void {
    this.#canvas.together(change);
  }

  /** The next output starts at the top of an empty window. */
  forget(): void {
    this.#last = null;
    this.#hasHead = false;
  }

  /** One block for all items that were settled at once, because some share a row. */
  #toBlocks(items: readonly TranscriptItem[]): readonly Block[] {
    return toRuns(items).map((run) => {
      const before = this.#last;
      const shown = run.filter((item) => paintItems([item], this.view(this.#canvas.width), null).length > 0);
      const last = shown.at(-1);
      this.#last = last === undefined ? before : trailOf(last);
      return (width) => paintItems(run, this.view(width), before);
    });
  }

  #print(kind: Trail['kind'], paint: Block): void {
    this.#canvas.show({ printed: this.#toPrinted(kind, paint) });
  }

  #toPrinted(kind: Trail['kind'], paint: Block): readonly Block[] {
    const isFirst = this.#last === null;
    this.#last = { kind, endsInBlock: false };
    return [(width) => (isFirst ? paint(width) : ['', ...paint(width)])];
  }

  /** Painted once per width, because every key repaints the same rows. */
  #toLive(transcript: Transcript, { shell, outbox }: Aside): LivePart {
    const before = this.#last;
    const opening = this.#opening;
    let cached: { readonly width: number; readonly lines: Lines } | null = null;
    const paint = (width: number): Lines => {
      const view = this.view(width);
      const head = opening === undefined ? [] : this.#paintStart(opening, width);
      const session = paintLive(transcript, view, before);
      const beside = shell === null ? [] : ['', ...paintItems([shell], view, null)];
      const waiting = outbox.flatMap((text) => wrapText(view.theme.dim(screenTexts.waiting(cleanText(text))), width));
      return [...head, ...session, ...beside, ...(waiting.length === 0 ? [] : ['', ...waiting])];
    };
    return ({ width, rows }) => {
      if (cached?.width !== width) cached = { width, lines: paint(width) };
      return clipLive(cached.lines, rows, this.view(width));
    };
  }
}

/** The last rows of the live part that fit, below a row that counts the hidden ones. */
export function clipLive(lines: Lines, room: number, { theme }: Pick<View, 'theme'>): Lines {
  if (room <= 0) return [];
  if (lines.length <= room) return lines;
  const hidden = lines.length - room + 1;
  return [theme.dim(screenTexts.rowsAbove(hidden)), ...lines.slice(hidden)].slice(0, room);
}
