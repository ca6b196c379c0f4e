import { PassThrough, Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';

/** A keyboard: Ink reads what is written to it as bytes of a terminal. */
class FakeKeyboard extends PassThrough {
  readonly isTTY = true;

  setRawMode(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

export function createKeyboard(): FakeKeyboard {
  return new FakeKeyboard();
}

/** A screen that keeps everything written to it, and its last frame as text. */
export interface FakeScreen extends Writable {
  readonly isTTY: true;
  readonly columns: number;
  readonly rows: number;
  readonly written: readonly string[];
  readonly last: string;
}

export function createScreen(columns: number, rows: number): FakeScreen {
  const written: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      written.push(chunk.toString());
      const text = stripVTControlCharacters(chunk.toString());
      if (text.trim() !== '') screen.last = text;
      done();
    },
  });
  const screen = Object.assign(stream, { isTTY: true as const, columns, rows, written, last: '' });
  return screen;
}

/** The key object that Ink reports for a plain letter. */
export const noKey = {
  upArrow: false,
  downArrow: false,
  leftArrow: false,
  rightArrow: false,
  pageDown: false,
  pageUp: false,
  home: false,
  end: false,
  return: false,
  escape: false,
  ctrl: false,
  shift: false,
  tab: false,
  backspace: false,
  delete: false,
  meta: false,
  super: false,
  hyper: false,
  capsLock: false,
  numLock: false,
};
