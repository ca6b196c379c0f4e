/** What a terminal says about itself. Absent: it did not say. */
export interface TerminalAnswers {
  readonly isDarkGround?: boolean;
  /** Lines of a frame take two cells each. */
  readonly hasWideLines?: boolean;
}

/** The streams of a terminal. */
export interface AskedTerminal {
  readonly stdin: Pick<NodeJS.ReadStream, 'isTTY' | 'setRawMode' | 'on' | 'off' | 'pause' | 'unshift'>;
  readonly stdout: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;
}

/** A terminal that has not answered by then does not know the question. */
const PATIENCE_MS = 100;
// The background color, the column after a line is drawn at the start of the row, and what every terminal answers last.
const QUESTIONS = '\u001B]11;?\u001B\\\r─\u001B[6n\r\u001B[K\u001B[c';
const GROUND = /\u001B\]11;rgba?:([\da-f]+)\/([\da-f]+)\/([\da-f]+)[\d/a-f]*(?:\u0007|\u001B\\)/i;
const PLACE = /\u001B\[\d+;(\d+)R/;
const LAST = /\u001B\[\?[\d;]*c/;

/**
 * Asks the terminal for its background and the width of lines. Whatever else arrives meanwhile was typed, and is left
 * for the next reader. Takes no time if modules are loaded meanwhile.
 */
export async function askTerminal({ stdin, stdout }: AskedTerminal): Promise<TerminalAnswers> {
  if (!stdin.isTTY || !stdout.isTTY) return {};
  let heard = '';
  stdin.setRawMode(true);
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      stdin.off('data', onData);
      stdin.pause();
      resolve();
    };
    const onData = (chunk: Buffer | string): void => {
      heard += typeof chunk === 'string' ? chunk : chunk.toString('latin1');
      if (LAST.test(heard)) end();
    };
    const timer = setTimeout(end, PATIENCE_MS);
    stdin.on('data', onData);
    stdout.write(QUESTIONS);
  });
  const typed = heard.replace(GROUND, '').replace(PLACE, '').replace(LAST, '');
  if (typed !== '') stdin.unshift(Buffer.from(typed, 'latin1'));
  return readAnswers(heard);
}

/** The answers among what was heard. */
export function readAnswers(heard: string): TerminalAnswers {
  const ground = GROUND.exec(heard)?.slice(1, 4).map(toShare);
  const column = PLACE.exec(heard)?.[1];
  return {
    ...(ground === undefined ? {} : { isDarkGround: isDark(ground) }),
    ...(column === undefined ? {} : { hasWideLines: Number(column) > 2 }),
  };
}

/** A color has one to four hexadecimal digits. */
function toShare(digits: string): number {
  return Number.parseInt(digits, 16) / (16 ** digits.length - 1);
}

function isDark([red = 0, green = 0, blue = 0]: readonly number[]): boolean {
  return 0.299 * red + 0.587 * green + 0.114 * blue < 0.5;
}
