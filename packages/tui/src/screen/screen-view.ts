import { AgentError } from '@bowline/protocol/plain';
import type { Preferences, TuiHost } from '../host/tui-host.ts';
import { createTheme } from '../paint/theme/create-theme.ts';
import type { Theme } from '../paint/theme/theme.ts';
import { Canvas } from '../terminal/canvas.ts';
import { LEAVE_MS } from './leaving.ts';
import { Printer } from './printer.ts';
import { createStore, NO_SESSION, type ScreenState, type Store } from './screen-state.ts';

/** How the screen looks: canvas, printer, theme, size, and what is expanded. */
export class ScreenView {
  readonly store: Store<ScreenState>;
  readonly canvas: Canvas;
  readonly printer: Printer;
  readonly #host: TuiHost;
  #noteTimer: NodeJS.Timeout | null = null;

  constructor(host: TuiHost) {
    this.#host = host;
    this.canvas = new Canvas(host.terminal.stdout);
    this.store = createStore(toFirstState(host, this.themeOf(host.preferences.theme), this.canvas));
    this.printer = new Printer(this.canvas, host, this.store);
  }

  themeOf(name: string): Theme {
    const { colours, colourFgBg } = this.#host.terminal;
    return createTheme(name, { colours, colourFgBg });
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
    }, 2 * LEAVE_MS);
  }

  close(): void {
    this.note(null);
    this.canvas.close();
  }

  readonly fail = (thrown: unknown): void => {
    this.printer.error(AgentError.from(thrown));
  };
}

function toFirstState({ preferences }: TuiHost, theme: Theme, { width, rows }: Canvas): ScreenState {
  return {
    ...{ width, rows, preferences, theme },
    branch: null,
    history: [],
    session: NO_SESSION,
    panel: null,
    isSetup: false,
    isConfined: null,
    note: null,
    isUnfolded: false,
    areTodosHidden: false,
  };
}
