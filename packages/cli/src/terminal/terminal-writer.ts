import { RESET, TerminalText } from '@bowline/protocol/plain';

/** Where bytes go in the end. */
export interface Sink {
  readonly write: (text: string) => void;
  readonly isTty: boolean;
  /** How many columns the terminal has. */
  readonly columns: () => number;
}

const CLEAR = '\r\u001B[K';

/**
 * The one writer to the terminal: every command and every message goes through it. A terminal, and stderr wherever it goes,
 * gets no escape sequence from outside but styles; the only other ones are the writer's own, for the status line. What is
 * piped from stdout is passed on as it is.
 */
export class TerminalWriter {
  readonly #out: Channel;
  readonly #err: Channel;
  #isStatusShown = false;

  constructor(sinks: { readonly stdout: Sink; readonly stderr: Sink }) {
    this.#out = new Channel(sinks.stdout);
    this.#err = new Channel(sinks.stderr);
  }

  /** What a command prints. */
  readonly stdout = (text: string): void => {
    if (!this.#out.sink.isTty) {
      this.#out.sink.write(text);
      return;
    }
    this.#clearStatus();
    this.#out.put(text);
  };

  /** What is said about it. It starts on a line of its own and in no style but its own. */
  readonly stderr = (text: string): void => {
    this.#clearStatus();
    if (this.#sharesTerminal) this.#out.settle();
    this.#err.put(text);
    this.#err.unstyle();
  };

  /** One line below all else that replaces the one before; empty takes it away. Only a terminal has one. */
  readonly status = (line: string): void => {
    if (!this.#err.sink.isTty || (this.#sharesTerminal && this.#out.isLineOpen)) return;
    if (line === '') {
      this.#clearStatus();
      return;
    }
    const text = new TerminalText();
    const shown = (text.push(line) + text.end()).replaceAll('\n', ' ').replaceAll(/\u001B\[[\d;:]*m/g, '');
    this.#err.sink.write(CLEAR + clip(shown, this.#err.sink.columns() - 1));
    this.#isStatusShown = true;
  };

  /** Nothing follows: what has waited is written, and no style is left behind. */
  readonly end = (): void => {
    this.#clearStatus();
    for (const channel of [this.#out, this.#err]) channel.end();
  };

  /** Somebody watches what is printed as it is written. */
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

/** One of the two streams, with what has to be remembered of it. */
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

  /** The line is ended and its style too, as something else follows on the same screen. */
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

/** As much of a line as fits; wide characters count twice. */
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
