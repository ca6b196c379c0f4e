import type { Socket } from 'node:net';
import { JsonLines, toJsonLine } from '../json-lines.ts';
import { MAX_LINE } from '../message-version.ts';
import type { OwnerMessage, SupervisorMessage } from '../supervisor-messages.ts';
import { ownerMessages } from './owner-messages.ts';

/** What an owner may leave unread before live output to it is dropped. */
const MAX_UNREAD = 512 * 1024;

/** One owner: what it asks, what it hears of, and that it is there. */
export class OwnerConnection {
  /** Keys whose output it hears. */
  readonly heard = new Set<string>();
  /** Keys whose end it is told. */
  readonly followed = new Set<string>();
  readonly #socket: Socket;

  constructor(socket: Socket, on: { readonly message: (message: OwnerMessage) => void; readonly left: () => void }) {
    this.#socket = socket;
    const lines = new JsonLines(ownerMessages, MAX_LINE);
    socket.on('data', (chunk) => {
      for (const line of lines.push(chunk)) {
        if (line.ok) {
          on.message(line.message);
          continue;
        }
        this.send({ type: 'refused', id: null, text: line.text });
        if (line.isFatal) socket.destroy();
      }
    });
    // What follows an error is 'close', and that is what counts.
    socket.on('error', () => {});
    socket.on('close', on.left);
  }

  send(message: SupervisorMessage): void {
    if (this.#socket.destroyed) return;
    if (message.type === 'output' && this.#socket.writableLength > MAX_UNREAD) return;
    this.#socket.write(toJsonLine(message));
  }

  /** Tells it that a command has ended: there is nothing more to hear of it. */
  tellEnd(key: string): void {
    this.send({ type: 'ended', key });
    this.heard.delete(key);
    this.followed.delete(key);
  }

  close(): void {
    this.#socket.destroy();
  }
}
