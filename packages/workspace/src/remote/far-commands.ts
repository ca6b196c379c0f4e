import type { CommandEnd, CommandStart, WorkspaceCommand, WorkspaceCommands } from '../workspace.ts';
import type { Channel } from './channel.ts';
import { OutputLog, withoutKnown } from './output-log.ts';
import type { AnswerOf } from './remote-messages.ts';

/** The longest text in a message. */
const MOST_TEXT = 64 * 1024;
/** `recent` returns at most this; less is everything that the command printed. */
const RECENT = 60 * 1024;

interface Followed {
  readonly command: WorkspaceCommand;
  readonly log: OutputLog;
  end: CommandEnd | undefined;
  isWaiting: boolean;
  isLeft: boolean;
  /** How much of the output was sent over the current channel. Undefined: the near end does not follow it. */
  sent: number | undefined;
}

/**
 * The commands of one session at the far end. Output goes to the channel that follows it, from where that one has
 * stopped, and no faster than the near end reads.
 */
export class FarCommands {
  readonly #commands: WorkspaceCommands;
  readonly #followed = new Map<string, Promise<Followed | undefined>>();
  readonly #open = new Map<string, Followed>();
  #channel: Channel | undefined;

  constructor(commands: WorkspaceCommands) {
    this.#commands = commands;
  }

  /** From now on, what is followed anew goes to this channel. */
  attach(channel: Channel | undefined): void {
    this.#channel = channel;
    for (const followed of this.#open.values()) followed.sent = undefined;
    channel?.onDrained(() => {
      for (const [key, followed] of this.#open) this.#pump(key, followed);
    });
  }

  async start(spec: CommandStart): Promise<AnswerOf<'start'>> {
    return await this.#follow(spec.key, 0, async () => this.#watch(spec.key, await this.#commands.start(spec)));
  }

  async find(key: string, from: number): Promise<AnswerOf<'find'>> {
    const known = await this.#followed.get(key)?.catch(() => undefined);
    if (known?.isLeft === true) this.#followed.delete(key);
    return await this.#follow(key, from, async () => {
      const command = await this.#commands.find(key);
      return command === undefined ? undefined : await this.#rejoin(key, command, from);
    });
  }

  async type(key: string, text: string): Promise<boolean> {
    const followed = (await this.#followed.get(key))?.command ?? (await this.#commands.find(key));
    return (await followed?.write(text)) ?? false;
  }

  async kill(key: string): Promise<void> {
    const followed = (await this.#followed.get(key))?.command ?? (await this.#commands.find(key));
    await followed?.kill();
  }

  async leave(key: string): Promise<boolean> {
    const followed = await this.#followed.get(key);
    const isRunning = (await (followed?.command ?? (await this.#commands.find(key)))?.leave()) ?? false;
    if (followed !== undefined) followed.isLeft = isRunning;
    return isRunning;
  }

  /** Called after the answer was sent, so that nothing about a command arrives before it. */
  pump(key: string): void {
    const followed = this.#open.get(key);
    if (followed !== undefined) this.#pump(key, followed);
  }

  async #follow(key: string, from: number, open: () => Promise<Followed | undefined>): Promise<AnswerOf<'find'>> {
    const opening = this.#followed.get(key) ?? open();
    this.#followed.set(key, opening);
    let followed: Followed | undefined;
    try {
      followed = await opening;
    } finally {
      if (followed === undefined) this.#followed.delete(key);
    }
    if (followed === undefined) return { isKnown: false, pid: null, hasTerminal: false };
    followed.sent = from;
    const { pid, hasTerminal } = followed.command;
    return { isKnown: true, pid, hasTerminal };
  }

  /** After a restart of this process, joins the output to what was sent before. */
  async #rejoin(key: string, command: WorkspaceCommand, from: number): Promise<Followed> {
    const early = { text: '', isHeard: true };
    command.onOutput((text) => {
      if (early.isHeard) early.text += text;
    });
    const recent = await this.#commands.recent(key);
    early.isHeard = false;
    const isAll = Buffer.byteLength(recent) < RECENT;
    const log = isAll ? new OutputLog(0, recent + withoutKnown(recent, early.text)) : new OutputLog(from);
    return this.#watch(key, command, log);
  }

  #watch(key: string, command: WorkspaceCommand, log = new OutputLog()): Followed {
    const followed: Followed = { command, log, end: undefined, isWaiting: false, isLeft: false, sent: undefined };
    this.#open.set(key, followed);
    command.onOutput((text) => {
      log.push(text);
      this.#pump(key, followed);
    });
    command.onWaiting(() => {
      followed.isWaiting = true;
      this.#pump(key, followed);
    });
    void command.ended.then((end) => {
      followed.end = end;
      this.#pump(key, followed);
    });
    return followed;
  }

  #pump(key: string, followed: Followed): void {
    const channel = this.#channel;
    if (channel === undefined) return;
    while (followed.sent !== undefined && followed.sent < followed.log.end && !followed.isLeft) {
      if (channel.isCongested) return; // continues when it has drained
      const part = followed.log.read(followed.sent, MOST_TEXT);
      channel.send({ type: 'output', key, ...part });
      followed.sent = part.from + part.text.length;
    }
    if (followed.sent === undefined) return;
    if (followed.isWaiting && followed.end === undefined && !followed.isLeft) {
      followed.isWaiting = false;
      channel.send({ type: 'waiting', key });
    }
    if (followed.end === undefined) return;
    // If this message is lost, the command is found again by its key.
    this.#followed.delete(key);
    this.#open.delete(key);
    channel.send({ type: 'ended', key, end: followed.end });
  }
}
