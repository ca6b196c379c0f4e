import { RESET, stripStyles, TerminalText } from '@bowline/protocol/plain';

/** An output stream. */
export interface Sink {
  readonly write: (text: string) => void;
  readonly isTty: boolean;
  readonly columns: () => number;
}

const CLEAR = '\r\u001B[K';

/**
 * The one writer to the terminal. It removes all escape sequences except styles from what goes to a terminal or to
 * stderr, and draws the status line. Piped stdout is passed on unchanged.
 */
export class TerminalWriter {
  readonly #out: Channel;
  readonly #err: Channel;
  #isStatusShown = false;

  constructor(sinks: { readonly stdout: Sink; readonly stderr: Sink }) {
    this.#out = new Channel(sinks.stdout);
    this.#err = new Channel(sinks.stderr);
  }

  /** Writes output of a command. */
  readonly stdout = (text: string): void => {
    if (!this.#out.sink.isTty) {
      this.#out.sink.write(text);
      return;
    }
    this.#clearStatus();
    this.#out.put(text);
  };

  /** Writes a message on a line of its own, in the default style. */
  readonly stderr = (text: string): void => {
    this.#clearStatus();
    if (this.#sharesTerminal) this.#out.settle();
    this.#err.put(text);
    this.#err.unstyle();
  };

  /** Replaces the status line; an empty line removes it. Does nothing without a terminal. */
  readonly status = (line: string): void => {
    if (!this.#err.sink.isTty || (this.#sharesTerminal && this.#out.isLineOpen)) return;
    if (line === '') {
      this.#clearStatus();
      return;
    }
    const text = new TerminalText();
    const shown = stripStyles(text.push(line) + text.end()).replaceAll('\n', ' ');
    this.#err.sink.write(CLEAR + clip(shown, this.#err.sink.columns() - 1));
    this.#isStatusShown = true;
  };

  /** Flushes and resets the style. */
  readonly end = (): void => {
    this.#clearStatus();
    for (const channel of [this.#out, this.#err]) channel.end();
  };

  get isStdoutTty(): boolean {
    return this.#out.sink.isTty;
  }

  get isStderrTty(): boolean {
    return this.#err.sink.isTty;
  }

  get #sharesTerminal(): boolean {
    return this.#out.sink.isTty && this.#err.sink.isTty;
  }

  #clearStatus(): void {
    if (this.#isStatusShown) this.#err.sink.write(CLEAR);
    this.#isStatusShown = false;
  }
}

/** One of the two streams and its state. */
class Channel {
  readonly sink: Sink;
  readonly #text = new TerminalText();
  #isStyled = false;
  isLineOpen = false;

  constructor(sink: Sink) {
    this.sink = sink;
  }

  put(text: string): void {
    this.#write(this.#text.push(text));
  }

  /** Ends the line and its style before something else is written to the same terminal. */
  settle(): void {
    this.end();
    if (this.isLineOpen) this.#write('\n');
  }

  unstyle(): void {
    if (this.#isStyled) this.#write(RESET);
  }

  end(): void {
    this.#write(this.#text.end());
    this.unstyle();
  }

  #write(text: string): void {
    if (text === '') return;
    this.sink.write(text);
    if (text.includes('\u001B[')) this.#isStyled = !text.endsWith(RESET);
    if (text !== RESET) this.isLineOpen = !text.endsWith('\n');
  }
}

/** The part of a line that fits; wide characters count twice. */
function clip(line: string, columns: number): string {
  let width = 0;
  let shown = '';
  for (const character of line) {
    width += (character.codePointAt(0) ?? 0) < 0x1100 ? 1 : 2;
    if (width > columns) return shown;
    shown += character;
  }
  return shown;
}
