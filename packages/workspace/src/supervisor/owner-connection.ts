import type { Socket } from 'node:net';
import { JsonLines, toJsonLine } from '../processes/json-lines.ts';
import { MAX_LINE } from '../processes/message-version.ts';
import type { OwnerMessage, SupervisorMessage } from '../processes/supervisor-messages.ts';
import { ownerMessages } from './owner-messages.ts';

/** Unread bytes after which live output to an owner is dropped. */
const MAX_UNREAD = 512 * 1024;

/** The connection to one owner, and its subscriptions. */
export class OwnerConnection {
  /** Keys whose output it receives. */
  readonly heard = new Set<string>();
  /** Keys whose end it receives. */
  readonly followed = new Set<string>();
  /** Its token as the owner of the workspace. */
  token = 0;
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
    // 'close' follows every error, and is handled.
    socket.on('error', () => {});
    socket.on('close', on.left);
  }

  send(message: SupervisorMessage): void {
    if (this.#socket.destroyed) return;
    if (message.type === 'output' && this.#socket.writableLength > MAX_UNREAD) return;
    this.#socket.write(toJsonLine(message));
  }

  /** Tells the owner that a command has ended. */
  tellEnd(key: string): void {
    this.send({ type: 'ended', key });
    this.heard.delete(key);
    this.followed.delete(key);
  }

  close(): void {
    this.#socket.destroy();
  }
}
