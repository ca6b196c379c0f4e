import { expect, test } from 'vitest';
import { TerminalWriter } from './terminal-writer.ts';

interface Opened {
  readonly writer: TerminalWriter;
  /** Everything written to the terminal, or to both pipes. */
  readonly written: () => string;
}

function open({ isStdoutTty = true, isStderrTty = true, columns = 80 } = {}): Opened {
  let written = '';
  const write = (text: string): void => void (written += text);
  const writer = new TerminalWriter({
    stdout: { write, isTty: isStdoutTty, columns: () => columns },
    stderr: { write, isTty: isStderrTty, columns: () => columns },
  });
  return { writer, written: () => written };
}

const hostile: readonly (readonly [string, string, string])[] = [
  ['a clipboard write', 'a\u001B]52;c;cm0gLXJm\u0007b', 'ab'],
  ['a title', 'a\u001B]0;root@host\u001B\\b', 'ab'],
  ['a screen title', 'a\u001Bkroot\u001B\\b', 'ab'],
  ['a cursor move', 'a\u001B[2A\u001B[2Jb', 'ab'],
  ['an 8-bit cursor move', 'a\u009B2Ab', 'ab'],
  ['an 8-bit title', 'a\u009D0;t\u009Cb', 'ab'],
  ['a link', '\u001B]8;;http://evil\u0007bank\u001B]8;;\u0007', 'bank'],
  ['a device string', 'a\u001BP$qm\u001B\\b', 'ab'],
  ['a terminal reset', 'a\u001Bcb', 'ab'],
  ['a carriage return', 'rm -rf /\rls', 'rm -rf /␍ls'],
  ['a backspace', 'rm\b\bls', 'rm␈␈ls'],
  ['a bell', 'a\u0007b', 'a␇b'],
  ['a direction override', 'a\u202Eb', 'a⟨U+202E⟩b'],
  ['another control', 'a\u0085b', 'a⟨U+0085⟩b'],
  ['concealed text', '\u001B[8mhidden', 'hidden'],
];

test.each(hostile)('%s does not reach a terminal, at once or a character at a time', (_, text, shown) => {
  for (const pieces of [[text], Array.from(text)]) {
    for (const channel of ['stdout', 'stderr'] as const) {
      const { writer, written } = open();
      for (const piece of pieces) writer[channel](piece);
      writer.end();
      expect(written()).toBe(shown);
    }
  }
});

test('holds an escape at the end of a chunk until the next one, and drops it at the end', () => {
  const { writer, written } = open();
  writer.stdout('a\u001B');
  expect(written()).toBe('a');
  writer.stdout(']52;c;eA==\u0007b\u001B');
  expect(written()).toBe('ab');
  writer.end();
  expect(written()).toBe('ab');
});

test('passes on emoji, joined letters and line ends that arrive in parts', () => {
  const text = 'family 👨‍👩‍👧 flag 🇩🇪 می‌خواهم\r\nend';
  const { writer, written } = open();
  for (const unit of text.split('')) writer.stdout(unit);
  writer.end();
  expect(written()).toBe(text.replace('\r\n', '\n'));
});

test('keeps styles, and ends them before other output', () => {
  const { writer, written } = open();
  writer.stdout('\u001B[30;40mhidden');
  writer.stderr('bowline: denied\n');
  writer.stdout('\u001B[31mred');
  writer.end();
  expect(written()).toBe('\u001B[30;40mhidden\u001B[0m\nbowline: denied\n\u001B[31mred\u001B[0m');
});

test('does not change piped stdout, but cleans piped stderr', () => {
  const { writer, written } = open({ isStdoutTty: false, isStderrTty: false });
  writer.stdout('a\u001B[2Jb\r\n');
  writer.stderr('c\u001B[2Jd\n');
  writer.status('not in a pipe');
  writer.end();
  expect(written()).toBe('a\u001B[2Jb\r\ncd\n');
});

test('shows the status line as one clean row, and removes it before other output', () => {
  const { writer, written } = open({ columns: 12 });
  writer.status('\u001B]0;x\u0007a\nb\u001B[31m 日本語日本語');
  writer.stdout('text');
  writer.status('never on the line of an answer');
  writer.stdout('\n');
  writer.status('s');
  writer.status('');
  expect(written()).toBe('\r\u001B[Ka b 日本語\r\u001B[Ktext\n\r\u001B[Ks\r\u001B[K');
});
