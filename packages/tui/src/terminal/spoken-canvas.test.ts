import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createScreen } from '../../../../tests/tui/fake-terminal.ts';
import { SpokenCanvas } from './spoken-canvas.ts';
import type { SpokenDock } from './step-speech.ts';

const line = { label: 'Message:', text: '', cursor: 0 };
const idle: SpokenDock = { section: null, activity: null, news: [], line };

function open() {
  const screen = createScreen(60, 20);
  const canvas = new SpokenCanvas(screen as never);
  let passed = 0;
  /** What is written for a change. */
  const show = async (dock: Partial<SpokenDock>, ...printed: readonly string[]): Promise<string> => {
    canvas.show({
      printed: printed.length === 0 ? [] : [() => printed],
      bottom: () => ({ lines: [], cursor: null, covers: false, spoken: { ...idle, ...dock } }),
    });
    await sleep(40);
    const written = screen.written.slice(passed).join('');
    passed = screen.written.length;
    return written;
  };
  return { canvas, show, screen };
}

it('appends rows without styles and empty rows, and the line that is typed below them', async () => {
  const { show } = open();
  expect(await show({}, '\u001B[1mBowline\u001B[22m', '', '~/proj')).toBe('Bowline\r\n~/proj\r\n\r\u001B[KMessage: ');
  expect(await show({ line: { ...line, text: 'h', cursor: 1 } })).toBe('h');
  expect(await show({ line: { ...line, text: 'h', cursor: 1 } })).toBe('');
});

it('replaces the line by what is said, and writes it again below', async () => {
  const { show } = open();
  const typed = { line: { ...line, text: 'hi', cursor: 2 } };
  await show(typed);
  expect(await show({ ...typed, news: ['Copied.'] })).toBe('\r\u001B[KCopied.\r\n\r\u001B[KMessage: hi');
  expect(await show({ line: null }, 'You: hi')).toBe('\r\u001B[KYou: hi\r\n');
});

it('says only the last of several changes at once', async () => {
  const { canvas, show } = open();
  const section = (words: string) => ({ key: words, rows: [words], chosen: null });
  canvas.show({
    bottom: () => ({ lines: [], cursor: null, covers: false, spoken: { ...idle, section: section('gone') } }),
  });
  expect(await show({ section: section('here'), line: null })).toBe('here\r\n');
});

it('writes nothing while another program has the terminal, and nothing after it is closed', async () => {
  const { canvas, show } = open();
  await show({});
  let meanwhile = '';
  await canvas.lend(async () => {
    meanwhile = await show({}, 'said later');
  });
  expect(meanwhile).toBe('\r\u001B[K');
  expect(await show({})).toBe('said later\r\n\r\u001B[KMessage: ');
  canvas.clear();
  canvas.repaint();
  canvas.close();
  expect(await show({}, 'too late')).toBe('\r\u001B[K');
});
