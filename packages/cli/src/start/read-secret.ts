/** A keyboard that can be read key by key. */
export interface SecretKeyboard {
  readonly setRawMode: (isRaw: boolean) => unknown;
  readonly on: (event: 'data', listener: (chunk: Buffer) => void) => unknown;
  readonly off: (event: 'data', listener: (chunk: Buffer) => void) => unknown;
  readonly resume: () => unknown;
  readonly pause: () => unknown;
}

/** Bracketed-paste marks, which are not part of the secret. */
const PASTE_MARKS = /\u001B\[20[01]~/g;

/** Reads a line from the keyboard without echo; null on Ctrl-C, Ctrl-D or Escape. */
export async function readSecret(
  label: string,
  { keyboard, write }: { readonly keyboard: SecretKeyboard; readonly write: (text: string) => void },
): Promise<string | null> {
  write(label);
  keyboard.setRawMode(true);
  keyboard.resume();
  try {
    return await new Promise((resolve) => {
      let text = '';
      const listen = (chunk: Buffer): void => {
        const step = stepSecret(text, chunk.toString('utf8').replaceAll(PASTE_MARKS, ''));
        if (typeof step === 'string') {
          text = step;
          return;
        }
        keyboard.off('data', listen);
        resolve(step.secret);
      };
      keyboard.on('data', listen);
    });
  } finally {
    keyboard.setRawMode(false);
    keyboard.pause();
    write('\n');
  }
}

/** The text so far, or the result at its end. */
function stepSecret(text: string, typed: string): string | { readonly secret: string | null } {
  let current = text;
  for (const sign of typed) {
    if (sign === '\r' || sign === '\n') return { secret: current };
    if (sign === '\u0003' || sign === '\u0004' || sign === '\u001B') return { secret: null };
    if (sign === '\u007F' || sign === '\b') current = current.slice(0, -1);
    else if (sign === '\u0015') current = '';
    else current += sign;
  }
  return current;
}
