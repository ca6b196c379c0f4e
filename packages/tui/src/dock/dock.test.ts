import type { InputRequest } from '@bowline/protocol';
import { describe, expect, it } from 'vitest';
import { chunkArrival, keyArrival, pasteArrival } from '../../../../tests/tui/arrivals.ts';
import type { Arrival } from '../keys/arrival.ts';
import { toText } from '../editor/text-buffer.ts';
import { syncQueue } from '../questions/question-queue.ts';
import { EMPTY_DOCK, stepDock, type Dock } from './dock.ts';

const request: InputRequest = {
  kind: 'confirmation',
  inputId: 'a',
  title: 'Run it?',
  callId: 'a',
  tool: 'it',
  args: {},
  effect: 'write',
  digest: 'a',
  findings: [],
};
const scene = { limit: 80, visible: 8, commands: [], requests: [request], range: { last: 0, page: 1 } };
const key = keyArrival;

/** Plays input at the given times. Returns the draft, the queue and the outcomes. */
function play(arrivals: readonly (readonly [number, Arrival])[]) {
  let dock: Dock = { ...EMPTY_DOCK, queue: syncQueue(EMPTY_DOCK.queue, [request], 0) };
  const came: string[] = [];
  for (const [now, arrival] of arrivals) {
    const step = stepDock(dock, arrival, { ...scene, now });
    dock = step.dock;
    const told = step.outcomes.map((outcome) => (outcome.kind === 'shortcut' ? outcome.chord : outcome.kind));
    came.push(...told, ...(step.effect === null ? [] : [step.effect.kind]));
  }
  return { text: toText(dock.prompt.editor.buffer), queue: dock.queue, came };
}

it('keeps a sentence typed with a pause', () => {
  const typed = Array.from('fix tests').map((letter, n) => [1000 + n * 80, key(letter)] as const);
  const more = Array.from(' and docs').map((letter, n) => [9000 + n * 500, key(letter)] as const);
  expect(play([...typed, ...more])).toMatchObject({ text: 'fix tests and docs', came: [] });
});

it('sends typed characters that arrive together with Enter, of any length, but never a paste', () => {
  expect(play([[1000, chunkArrival(`${'long '.repeat(20)}line\r`)]]).came).toEqual(['submit']);
  expect(play([[1000, chunkArrival('two\rlines\r')]]).came).toEqual(['submit']);
  expect(play([[1000, pasteArrival('text\r')]])).toMatchObject({ text: 'text\n', came: [] });
});

it.each([
  ['a paste', pasteArrival('keep it short')],
  ['a chunk', chunkArrival('keep it short')],
])('sends %s into a focused question with the next Enter, and answers nothing', (...[, text]) => {
  const typed = [
    [1000, key('tab')],
    [2000, text],
  ] as const;
  expect(play(typed).queue.hasFocus).toBe(false);
  expect(play([...typed, [5000, key('y')], [9000, key('enter')]])).toMatchObject({ text: '', came: ['submit'] });
});

it('keeps the focus on the question for keys that leave the draft as it is', () => {
  const focused = [
    [1000, chunkArrival('draft')],
    [2000, key('tab')],
    [4000, key('pagedown')],
  ] as const;
  expect(play(focused).queue.hasFocus).toBe(true);
});

it('does not treat an Enter right after a sent message as an answer', () => {
  const sent = [
    [1000, chunkArrival('go on\r')],
    [1300, key('enter')],
  ] as const;
  expect(play(sent).came).toEqual(['submit', 'enter']);
  const later = [...sent, [1800, key('down')], [1850, key('down')], [1900, key('down')]] as const;
  expect(play([...later, [1950, key('enter')]]).came).toEqual(['submit', 'enter', 'edit']); // the fourth row
});

it('moves to the question and back with Tab, but not for a Tab inside a chunk of text', () => {
  expect(play([[1000, key('tab')]]).queue.hasFocus).toBe(true);
  expect(
    play([
      [1000, key('tab')],
      [1500, key('tab')],
    ]).queue.hasFocus,
  ).toBe(false);
  expect(play([[1000, chunkArrival('a\tb')]]).queue.hasFocus).toBe(false);
});

it('postpones the question on the first Escape and reports the second', () => {
  expect(play([[1000, key('escape')]])).toMatchObject({ came: [], queue: { isLater: true } });
  expect(
    play([
      [1000, key('escape')],
      [1500, key('escape')],
    ]).came,
  ).toEqual(['escape']);
});

describe('a question for a key at the start of a session', () => {
  const credential: InputRequest = { kind: 'credential', inputId: 'k', title: 'Enter a key', service: 'gemini' };

  function start(arrivals: readonly Arrival[]) {
    let dock: Dock = { ...EMPTY_DOCK, queue: syncQueue(EMPTY_DOCK.queue, [credential], 0) };
    for (const [n, arrival] of arrivals.entries())
      dock = stepDock(dock, arrival, { ...scene, requests: [credential], isSetup: true, now: 1000 * (n + 1) }).dock;
    const { byId, hasFocus } = dock.queue;
    return { draft: toText(dock.prompt.editor.buffer), secret: byId.get('k')?.field.text, hasFocus };
  }

  it('leaves typed text in the draft', () => {
    expect(start(Array.from('hi').map((name) => key(name)))).toEqual({ draft: 'hi', secret: '', hasFocus: false });
  });

  it('takes a pasted key, which must not end up in the draft', () => {
    expect(start([pasteArrival('sk-1234567890')])).toEqual({ draft: '', secret: 'sk-1234567890', hasFocus: true });
  });

  it.each(['fix the tests', 'short'])('leaves %j in the draft, because it is not a key', (text) => {
    expect(start([pasteArrival(text)])).toMatchObject({ draft: text, secret: '', hasFocus: false });
  });

  it('leaves a paste into a started message in the draft', () => {
    expect(start([key('a'), pasteArrival('1234567890')])).toMatchObject({ draft: 'a1234567890', secret: '' });
  });
});
