import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AgentError } from '@bowline/protocol';
import { FrameReader, MAX_FRAME, toFrame, type Frame } from './frames.ts';

/** How often a silent channel is tested, and how long the other end may be silent. */
export interface ChannelTimes {
  readonly heartbeatMs: number;
  readonly silenceMs: number;
}

export const CHANNEL_TIMES: ChannelTimes = { heartbeatMs: 5_000, silenceMs: 15_000 };

/** What a channel reports. `onClosed` is called once. */
export interface ChannelListener {
  readonly onFrame: (frame: Frame) => void;
  readonly onClosed: (why: string) => void;
}

/** Above this, the other end does not read, and nothing more that can wait is sent. */
const CONGESTED = 1024 * 1024;
/** Above this, the other end is given up before its backlog fills our memory. */
const MOST_UNSENT = 2 * MAX_FRAME;

/** One connection that carries frames, with heartbeats. Either end finds out that the other is gone. */
export class Channel {
  readonly #socket: Duplex;
  readonly #times: ChannelTimes;
  readonly #listener: ChannelListener;
  readonly #reader = new FrameReader();
  readonly #timer: NodeJS.Timeout;
  #heardAt = performance.now();
  #isClosed = false;

  constructor(socket: Duplex, listener: ChannelListener, times: ChannelTimes) {
    this.#socket = socket;
    this.#times = times;
    this.#listener = listener;
    this.#timer = setInterval(() => {
      this.#beat();
    }, times.heartbeatMs);
    this.#timer.unref();
    socket.on('data', (chunk: Buffer) => {
      this.#receive(chunk);
    });
    socket.on('error', (error: Error) => {
      this.close(error.message);
    });
    socket.on('end', () => {
      this.close('the other end closed the connection');
    });
    socket.on('close', () => {
      this.close('the connection was closed');
    });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The other end does not keep up: what can wait should. */
  get isCongested(): boolean {
    return this.#socket.writableLength > CONGESTED;
  }

  /** Called each time that everything was sent. */
  onDrained(listener: () => void): void {
    this.#socket.on('drain', listener);
  }

  /** Sends a frame, unless the channel is closed. Throws if the frame is too large. */
  send(message: object, body?: Uint8Array): void {
    const parts = toFrame(message, body);
    if (this.#isClosed) return;
    for (const part of parts) this.#socket.write(part);
    if (this.#socket.writableLength > MOST_UNSENT) this.close('the other end does not read');
  }

  /** Stops reading until resumed, so that a fast sender waits. */
  pause(): void {
    this.#socket.pause();
  }

  /** Whether the connection keeps this process alive. */
  hold(isHeld: boolean): void {
    if (!(this.#socket instanceof Socket)) return;
    if (isHeld) this.#socket.ref();
    else this.#socket.unref();
  }

  resume(): void {
    this.#heardAt = performance.now();
    if (!this.#isClosed) this.#socket.resume();
  }

  /** Sends what is left, and closes. */
  finish(): void {
    this.#socket.end();
    this.close('closed');
  }

  close(why: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#timer);
    // Lets the end of what was written leave first, if it can.
    if (this.#socket.writableEnded) setTimeout(() => this.#socket.destroy(), this.#times.heartbeatMs).unref();
    else this.#socket.destroy();
    this.#listener.onClosed(why);
  }

  #receive(chunk: Buffer): void {
    this.#heardAt = performance.now();
    try {
      for (const frame of this.#reader.push(chunk)) {
        if (this.#isClosed) return;
        if (!isBeat(frame.message)) this.#listener.onFrame(frame);
      }
    } catch (thrown) {
      this.close(AgentError.from(thrown).message);
    }
  }

  #beat(): void {
    const silentMs = performance.now() - this.#heardAt;
    if (silentMs > this.#times.silenceMs && !this.#socket.isPaused())
      this.close(`nothing was heard for ${Math.round(silentMs / 1000)} s`);
    else this.send({ type: 'beat' });
  }
}

function isBeat(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'beat';
}
