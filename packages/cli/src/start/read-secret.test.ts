import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { readSecret } from './read-secret.ts';

class Keyboard extends EventEmitter {
  readonly modes: boolean[] = [];
  setRawMode(isRaw: boolean): void {
    this.modes.push(isRaw);
  }
  resume(): void {}
  pause(): void {}
}

async function type(...chunks: readonly string[]) {
  const keyboard = new Keyboard();
  let written = '';
  const reading = readSecret('Key: ', { keyboard, write: (text) => void (written += text) });
  for (const chunk of chunks) keyboard.emit('data', Buffer.from(chunk));
  return { secret: await reading, written, modes: keyboard.modes };
}

it('reads to Enter without echo', async () => {
  expect(await type('a', 'bx', '\u007F', 'c\r')).toEqual({ secret: 'abc', written: 'Key: \n', modes: [true, false] });
  expect((await type('wrong\u0015', '\u001B[200~sk-1\u001B[201~', '\r')).secret).toBe('sk-1');
});

it.each(['\u0003', '\u0004', '\u001B'])('cancels with %j', async (key) => {
  expect((await type('abc', key)).secret).toBeNull();
});
