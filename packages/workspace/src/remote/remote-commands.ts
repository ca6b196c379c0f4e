import { randomUUID } from 'node:crypto';
import { AgentError } from '@bowline/protocol';
import { FollowedCommand } from '../processes/followed-command.ts';
import type { SandboxProfile } from '../sandbox/confinement.ts';
import type { BackgroundCommand, CommandEnd, CommandStart, WorkspaceCommand, WorkspaceCommands } from '../workspace.ts';
import type { RemoteLink } from './remote-link.ts';
import type { FarMessage, Operation } from './remote-messages.ts';

/** How a command was asked to be confined. The far end works out what that means there. */
export interface RemotePlace {
  readonly profile: Exclude<SandboxProfile, 'open'>;
  readonly isBackground: boolean;
  readonly hosts: string[];
  readonly credentials: { readonly host: string; readonly variable: string }[];
}

interface Followed {
  readonly command: FollowedCommand;
  /** How much of its output has arrived. */
  heard: number;
  /** The far end has said that it knows it. */
  isKnown: boolean;
}

/** Commands of a remote workspace. They go on while the connection is down, and are found again by key. */
export class RemoteCommands implements WorkspaceCommands {
  readonly #link: RemoteLink;
  readonly #placeOf: (spec: CommandStart) => RemotePlace | null;
  readonly #followed = new Map<string, Followed>();

  constructor(link: RemoteLink, placeOf: (spec: CommandStart) => RemotePlace | null) {
    this.#link = link;
    this.#placeOf = placeOf;
  }

  readonly prepare = (): void => {
    this.#link.ask({ op: 'prepare' }).catch(() => undefined);
  };

  async start(spec: CommandStart): Promise<WorkspaceCommand> {
    const { key, command, words, cwd, pty, timeoutMs, isBackground, isCareful } = spec;
    const asked: Extract<Operation, { op: 'start' }>['spec'] = {
      key,
      command,
      cwd,
      place: this.#placeOf(spec),
      ...(words === undefined ? {} : { words: [...words] }),
      ...(pty === undefined ? {} : { pty }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(isBackground === undefined ? {} : { isBackground }),
      ...(isCareful === undefined ? {} : { isCareful }),
    };
    const found = await this.#follow(key, { op: 'start', spec: asked });
    if (found === undefined)
      throw new AgentError('INTERNAL', 'The workspace does not know the command that it started');
    return found;
  }

  async find(key: string): Promise<WorkspaceCommand | undefined> {
    return await this.#follow(key, { op: 'find', key, from: this.#followed.get(key)?.heard ?? 0 });
  }

  async background(): Promise<readonly BackgroundCommand[]> {
    return (await this.#link.ask({ op: 'background' })).value;
  }

  async recent(key: string): Promise<string> {
    return (await this.#link.ask({ op: 'recent', key })).value;
  }

  hear(news: Extract<FarMessage, { readonly key: string }>): void {
    const followed = this.#followed.get(news.key);
    if (followed === undefined) return;
    switch (news.type) {
      case 'output': {
        // What arrived before the connection broke may arrive again.
        const text = news.text.slice(Math.max(0, followed.heard - news.from));
        followed.heard = Math.max(followed.heard, news.from + news.text.length);
        if (text !== '') followed.command.hear(text);
        break;
      }
      case 'waiting':
        followed.command.wait();
        break;
      case 'ended':
        this.#settle(news.key, news.end);
        break;
    }
  }

  /** Shows the user of a running command why nothing comes from it. */
  tell(text: string): void {
    for (const { command } of this.#followed.values()) command.hear(`\n[${text}]\n`);
  }

  /** After a new connection, follows every command again from where its output stopped. */
  findAgain(): void {
    for (const [key, followed] of this.#followed) {
      if (followed.isKnown) void this.#findAgain(key, followed);
    }
  }

  /** Nothing is known of what runs: neither that it ended, nor that it did not. */
  giveUp(): void {
    for (const key of this.#followed.keys()) this.#settle(key, UNKNOWN_END);
  }

  async #findAgain(key: string, { command, heard }: Followed): Promise<void> {
    try {
      const { isKnown } = (await this.#link.ask({ op: 'find', key, from: heard })).value;
      if (!isKnown) this.#settle(key, UNKNOWN_END);
      else if (command.isLeft) await this.#link.ask({ op: 'leave', key });
    } catch {
      this.#settle(key, UNKNOWN_END);
    }
  }

  async #follow(
    key: string,
    question: Extract<Operation, { op: 'start' | 'find' }>,
  ): Promise<FollowedCommand | undefined> {
    const followed = this.#followed.get(key) ?? { command: this.#create(key), heard: 0, isKnown: false };
    const { command } = followed;
    this.#followed.set(key, followed);
    command.join();
    this.#hold();
    try {
      const { isKnown, pid, hasTerminal } = (await this.#link.ask<'start' | 'find'>(question)).value;
      command.pid = pid;
      command.hasTerminal = hasTerminal;
      followed.isKnown = isKnown;
      if (isKnown) return command;
      this.#settle(key, UNKNOWN_END);
      return undefined;
    } catch (thrown) {
      this.#settle(key, UNKNOWN_END);
      throw thrown;
    }
  }

  #create(key: string): FollowedCommand {
    return new FollowedCommand({
      write: async (text) => {
        if (!this.#followed.has(key)) return false;
        return (await this.#link.ask({ op: 'type', key, once: randomUUID(), text })).value;
      },
      kill: async () => {
        if (this.#followed.has(key)) await this.#link.ask({ op: 'kill', key });
      },
      leave: async () => {
        this.#hold();
        return this.#followed.has(key) && (await this.#link.ask({ op: 'leave', key })).value;
      },
    });
  }

  #settle(key: string, end: CommandEnd): void {
    const followed = this.#followed.get(key);
    this.#followed.delete(key);
    this.#hold();
    followed?.command.settle(end);
  }

  #hold(): void {
    this.#link.hold([...this.#followed.values()].some(({ command }) => !command.isLeft));
  }
}

const UNKNOWN_END: CommandEnd = {
  exitCode: null,
  signal: null,
  stop: null,
  durationMs: null,
  leftovers: 0,
  head: '',
  tail: '',
  omittedBytes: 0,
  outputPath: '',
};
