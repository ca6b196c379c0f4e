import { AgentError } from '@bowline/protocol/plain';
import type { Preferences, TuiHost } from '../host/tui-host.ts';
import { DockPainter } from '../dock/dock-painter.ts';
import { NO_WORDS, type ActivityWords } from '../paint/frame/paint-rule.ts';
import type { View } from '../paint/layout/view.ts';
import { createTheme } from '../paint/theme/create-theme.ts';
import type { Theme } from '../paint/theme/theme.ts';
import { Canvas } from '../terminal/canvas.ts';
import { SpokenCanvas, type Output } from '../terminal/spoken-canvas.ts';
import { Printer } from './printer.ts';
import { createStore, NO_SESSION, type ScreenState, type Store } from './screen-state.ts';

/** How long a note is shown. */
const NOTE_MS = 3000;

/** How the screen looks: canvas, printer, theme, size, and what is expanded. */
export class ScreenView {
  readonly store: Store<ScreenState>;
  readonly canvas: Output;
  readonly printer: Printer;
  readonly dock: DockPainter;
  readonly #host: TuiHost;
  #noteTimer: NodeJS.Timeout | null = null;

  constructor(host: TuiHost) {
    this.#host = host;
    const { stdout, isAscii = false, isScreenReader } = host.terminal;
    this.canvas = isScreenReader ? new SpokenCanvas(stdout) : new Canvas(stdout, { isAscii });
    this.store = createStore(toFirstState(host, this.themeOf(host.preferences.theme), this.canvas));
    this.printer = new Printer(this.canvas, host, this.store);
    this.dock = new DockPainter({
      view: (width) => this.printer.view(width),
      activity: (view, hasPanel) => this.activity(view, hasPanel),
      show: (bottom) => {
        this.canvas.show({ bottom });
      },
    });
  }

  /** What the top rule says. The session sets it once it is open. */
  activity: (view: View, hasPanel: boolean) => ActivityWords = () => NO_WORDS;

  themeOf(name: string): Theme {
    return createTheme(name, this.#host.terminal);
  }

  /** Applies preferences and saves them. A new theme needs a repaint. */
  async prefer(changed: Partial<Preferences>): Promise<void> {
    const preferences = { ...this.store.get().preferences, ...changed };
    this.store.set({ preferences, theme: this.themeOf(preferences.theme) });
    await this.#host.abilities.savePreference(changed);
  }

  /** Takes over the size of the window. */
  resize(): void {
    const { width, rows } = this.canvas;
    this.store.set({ width, rows });
  }

  clear(): void {
    this.printer.forget();
    this.canvas.clear();
  }

  /** Shows a note in place of the hints for a few seconds; null removes it. */
  note(note: string | null): void {
    if (this.#noteTimer !== null) clearTimeout(this.#noteTimer);
    this.#noteTimer = null;
    this.store.set({ note });
    if (note === null) return;
    this.#noteTimer = setTimeout(() => {
      this.note(null);
    }, NOTE_MS);
  }

  close(): void {
    this.note(null);
    this.canvas.close();
  }

  readonly fail = (thrown: unknown): void => {
    this.printer.error(AgentError.from(thrown));
  };
}

function toFirstState({ preferences }: TuiHost, theme: Theme, { width, rows }: Output): ScreenState {
  return {
    ...{ width, rows, preferences, theme },
    branch: null,
    history: [],
    session: NO_SESSION,
    panel: null,
    picker: null,
    connecting: null,
    isSetup: false,
    isConfined: null,
    watched: null,
    ownQuestion: null,
    running: [],
    note: null,
  };
}
