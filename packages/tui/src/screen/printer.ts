import { AgentError } from '@bowline/protocol/plain';
import type { TuiHost } from '../host/tui-host.ts';
import { cleanText } from '../paint/layout/clean-text.ts';
import { paintMarkdown } from '../paint/markdown/paint-markdown.ts';
import { paintItems } from '../paint/items/paint-item.ts';
import { paintLive } from '../paint/items/paint-live.ts';
import { paintHeader } from '../paint/status/paint-header.ts';
import type { Lines, View } from '../paint/layout/view.ts';
import { wrapText } from '../paint/layout/wrap.ts';
import type { CallItem, Transcript, TranscriptItem } from '../transcript/transcript.ts';
import type { Canvas, LivePart } from '../terminal/canvas.ts';
import type { Block } from '../terminal/printed-tail.ts';
import type { ScreenState, Store } from './screen-state.ts';
import { screenTexts } from '../texts/screen-texts.ts';

type Kind = TranscriptItem['kind'];

/** Content besides the session: a shell command of the user, and messages that wait for a session. */
export interface Aside {
  readonly shell: CallItem | null;
  readonly outbox: readonly string[];
}

/** Prints content on the canvas with the current view settings, and repaints it when they change. */
export class Printer {
  readonly #canvas: Canvas;
  readonly #host: TuiHost;
  readonly #store: Store<ScreenState>;
  #workspace = '';
  #last: Kind | null = null;

  constructor(canvas: Canvas, host: TuiHost, store: Store<ScreenState>) {
    this.#canvas = canvas;
    this.#host = host;
    this.#store = store;
  }

  /** The current view. */
  view(width: number): View {
    const { theme, isUnfolded } = this.#store.get();
    const { user, terminal, place } = this.#host;
    const who = { isScreenReader: terminal.isScreenReader, user, home: place.home };
    return { width, theme, ...who, workspace: this.#workspace, isUnfolded, now: Date.now() };
  }

  /** Prints the header of a session. */
  header(facts: { readonly title: string | null; readonly tip: string | null }): void {
    const { folder, version } = this.#host.place;
    const { tip, ...rest } = facts;
    this.#print('custom', (width) => {
      const view = this.view(width);
      const { branch } = this.#store.get();
      const told = tip === null ? [] : wrapText(view.theme.dim(tip), width);
      return [...paintHeader({ version, folder, branch, ...rest }, view), ...told];
    });
  }

  /** Prints text of a command or the TUI: Markdown, or already styled. */
  text(text: string): void {
    const isStyled = text.includes('\u001B[');
    this.#print('agent', (width) => {
      const view = this.view(width);
      return isStyled ? wrapText(cleanText(text, { keepsStyles: true }), width) : paintMarkdown(text, view);
    });
  }

  /** Prints input of the user that is not sent to the agent. */
  echo(text: string): void {
    this.#print('person', (width) => wrapText(this.view(width).theme.dim(`> ${cleanText(text)}`), width));
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
    const printed = items.map((item) => this.#toBlock(item));
    if (printed.length > 0) this.#canvas.show({ printed });
  }

  /** Shows one frame of a session: prints settled items and shows live ones. */
  frame(transcript: Transcript, settled: readonly TranscriptItem[], aside: Aside): void {
    this.#workspace = transcript.workspace ?? this.#workspace;
    const printed = settled.map((item) => this.#toBlock(item));
    this.#canvas.show({ printed, live: this.#toLive(transcript, aside) });
  }

  /** Writes the change and the resulting React update in one piece. */
  together(change: () => void): void {
    this.#canvas.together(change);
  }

  /** The next output starts at the top of an empty window. */
  forget(): void {
    this.#last = null;
  }

  #toBlock(item: TranscriptItem): Block {
    const before = this.#last;
    this.#last = item.kind;
    return (width) => paintItems([item], this.view(width), before);
  }

  #print(kind: Kind, paint: Block): void {
    const isFirst = this.#last === null;
    this.#last = kind;
    this.#canvas.show({ printed: [(width) => (isFirst ? paint(width) : ['', ...paint(width)])] });
  }

  /** Painted once per width, because every key repaints the same rows. */
  #toLive(transcript: Transcript, { shell, outbox }: Aside): LivePart {
    const before = this.#last;
    const { areTodosHidden } = this.#store.get();
    const shown = areTodosHidden ? { ...transcript, todos: [] } : transcript;
    let cached: { readonly width: number; readonly lines: Lines } | null = null;
    const paint = (width: number): Lines => {
      const view = this.view(width);
      const session = view.isScreenReader ? [] : paintLive(shown, view, before);
      const beside = shell === null ? [] : ['', ...paintItems([shell], view, null)];
      const waiting = outbox.flatMap((text) => wrapText(view.theme.dim(screenTexts.waiting(cleanText(text))), width));
      return [...session, ...beside, ...(waiting.length === 0 ? [] : ['', ...waiting])];
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
