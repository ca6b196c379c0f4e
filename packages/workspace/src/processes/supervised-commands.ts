import { AgentError } from '@bowline/protocol';
import type { BackgroundCommand, CommandEnd, CommandStart, WorkspaceCommand, WorkspaceCommands } from '../workspace.ts';
import { createCallFiles, readBackgroundKeys, readCallState, type CallState } from './call-files.ts';
import type { SupervisorLaunch } from './connect-supervisor.ts';
import { FollowedCommand } from './followed-command.ts';
import { readCommandEnd } from './read-command-end.ts';
import { readAddress } from './supervisor-address.ts';
import { SupervisorLink, type SupervisorAnswer, type SupervisorQuestion } from './supervisor-link.ts';
import { toBackgroundCommand } from './to-background-command.ts';
import { toCommandEnvironment } from './to-command-environment.ts';

/** What ends a command that does not end by itself. Null: never. */
export interface CommandLimits {
  /** The longest time without output. */
  readonly inactivityTimeoutMs: number | null;
  /** The longest total time, unless the call sets one. */
  readonly timeoutMs: number | null;
}

const RECENT_BYTES = 64 * 1024;
const NO_LIMITS: CommandLimits = { inactivityTimeoutMs: null, timeoutMs: null };

/** Commands under a supervisor that outlives this process. Each key runs at most once and can be found again. */
export class SupervisedCommands implements WorkspaceCommands {
  readonly #launch: SupervisorLaunch;
  readonly #limits: CommandLimits;
  readonly #link: SupervisorLink;
  readonly #followed = new Map<string, FollowedCommand>();
  #isClosed = false;

  constructor(launch: SupervisorLaunch, limits: CommandLimits = NO_LIMITS) {
    this.#launch = launch;
    this.#limits = limits;
    this.#link = new SupervisorLink(launch, {
      onOutput: (key, text) => {
        this.#followed.get(key)?.hear(text);
      },
      onWaiting: (key) => {
        this.#followed.get(key)?.wait();
      },
      onEnded: (key) => {
        this.#settle(key);
      },
      onLost: () => {
        this.#recover();
      },
    });
  }

  readonly prepare = (): void => {
    if (!this.#isClosed) this.#link.prepare();
  };

  /** Renews the lease of this owner on commands that the last one left in the background. */
  keepLeft(): void {
    const { fence, stateFolder } = this.#launch;
    if (fence?.renewEveryMs !== undefined && readAddress(stateFolder) !== undefined) this.prepare();
  }

  async start(spec: CommandStart): Promise<WorkspaceCommand> {
    const known = this.#known(spec.key);
    if (known === 'ended') return this.#past(spec.key);
    const { followed } = await this.#follow(this.#toQuestion(spec));
    return followed;
  }

  async find(key: string): Promise<WorkspaceCommand | undefined> {
    const known = this.#known(key);
    if (known === 'never') return undefined;
    if (known === 'ended') return this.#past(key);
    const { followed, answer } = await this.#follow({ type: 'find', key });
    return answer.status === 'running' || answer.status === 'ended' ? followed : undefined;
  }

  async background(): Promise<readonly BackgroundCommand[]> {
    const found = await Promise.all(
      readBackgroundKeys(this.#launch.stateFolder).map(async (key) => {
        const before = this.#readState(key);
        const isOver = before === undefined || before.endedAt !== null;
        const answer = isOver ? undefined : await this.#askTwice({ type: 'look', key, bytes: 0 });
        // It may have ended meanwhile.
        const state = this.#readState(key);
        return state === undefined ? [] : [toBackgroundCommand(state, answer)];
      }),
    );
    return found.flat().sort((one, other) => one.startedAt.localeCompare(other.startedAt));
  }

  async recent(key: string): Promise<string> {
    const answer =
      this.#known(key) === 'started' ? await this.#askTwice({ type: 'look', key, bytes: RECENT_BYTES }) : undefined;
    if (answer?.text !== undefined) return answer.text;
    const { head, tail } = this.#readEnd(key);
    return head + tail;
  }

  /** Ends background commands and returns them. */
  async endBackground(): Promise<readonly BackgroundCommand[]> {
    const all = await this.background();
    const running = all.filter(({ status }) => status === 'running' || status === 'waiting');
    await Promise.all(running.map(({ key }) => this.#askTwice({ type: 'kill', key, cause: 'run_ended' })));
    return running;
  }

  /** Disconnects. Running commands continue until the lease ends. */
  close(): void {
    this.#isClosed = true;
    this.#link.close();
    for (const key of this.#followed.keys()) this.#settle(key);
  }

  #toQuestion({ key, command, words, cwd, ...how }: CommandStart): SupervisorQuestion {
    const { pty = false, timeoutMs, isBackground = false, isCareful = false, confinement = null } = how;
    const limits = {
      timeoutMs: timeoutMs ?? (isBackground ? null : this.#limits.timeoutMs),
      inactivityTimeoutMs: isBackground || timeoutMs !== undefined ? null : this.#limits.inactivityTimeoutMs,
    };
    const env = toCommandEnvironment(this.#launch.env, {
      hasTerminal: pty,
      isCareful,
      unaskedPath: this.#launch.unaskedPath,
    });
    return {
      type: 'start',
      key,
      command,
      ...(words === undefined ? {} : { words: [...words] }),
      cwd,
      env,
      pty,
      leftOut: [...(this.#launch.leftOut ?? [])],
      confinement,
      ...limits,
    };
  }

  #known(key: string): 'never' | 'ended' | 'started' {
    const state = readCallState(createCallFiles(this.#launch.stateFolder, key));
    if (state === undefined) return 'never';
    return state !== 'damaged' && state.endedAt !== null ? 'ended' : 'started';
  }

  #past(key: string): WorkspaceCommand {
    const followed = new FollowedCommand({ write: async () => false, kill: async () => {}, leave: async () => false });
    followed.hasTerminal = this.#readState(key)?.hasTerminal ?? false;
    followed.settle(this.#readEnd(key));
    return followed;
  }

  /** Subscribes before it asks: output and end may arrive together with the answer. */
  async #follow(
    question: SupervisorQuestion,
  ): Promise<{ readonly followed: FollowedCommand; readonly answer: SupervisorAnswer }> {
    const { key } = question;
    const followed = this.#followed.get(key) ?? this.#createFollowed(key);
    followed.join();
    this.#followed.set(key, followed);
    this.#hold();
    let answer: SupervisorAnswer;
    try {
      answer = await this.#askTwice(question);
    } catch (thrown) {
      this.#settle(key);
      throw thrown;
    }
    followed.pid = answer.pid;
    followed.hasTerminal = answer.hasTerminal ?? followed.hasTerminal;
    if (answer.status !== 'running') this.#settle(key);
    else if (answer.isWaiting === true) followed.wait();
    return { followed, answer };
  }

  #createFollowed(key: string): FollowedCommand {
    return new FollowedCommand({
      // Sent only once: typing twice would be worse than not typing.
      write: async (text) => {
        if (!this.#followed.has(key)) return false;
        const { status, hasTerminal } = await this.#askOnce({ type: 'write', key, text });
        return status === 'running' && hasTerminal === true;
      },
      kill: async () => {
        if (!this.#followed.has(key)) return;
        await this.#askTwice({ type: 'kill', key, cause: 'killed' });
        this.#settle(key);
      },
      leave: async () => {
        this.#hold();
        const { status } = await this.#askTwice({ type: 'leave', key });
        if (status !== 'running') this.#settle(key);
        return status === 'running';
      },
    });
  }

  /** Every query can be repeated: the next supervisor knows as much as the previous one. */
  async #askTwice(question: SupervisorQuestion): Promise<SupervisorAnswer> {
    try {
      return await this.#askOnce(question);
    } catch (thrown) {
      if (!AgentError.from(thrown).retryable) throw thrown;
      return await this.#askOnce(question);
    }
  }

  async #askOnce(question: SupervisorQuestion): Promise<SupervisorAnswer> {
    if (this.#isClosed) throw new AgentError('SESSION_CLOSED', 'The host for shell commands is closed');
    return this.#link.ask(question);
  }

  /** The connection was lost while commands ran: the current supervisor knows what became of them. */
  #recover(): void {
    if (this.#isClosed) return;
    for (const key of this.#followed.keys()) {
      this.#follow({ type: 'find', key })
        // Existing listeners stay. This query adds none.
        .then(({ followed, answer }) => answer.status === 'running' && followed.leave())
        .catch(() => {
          this.#settle(key);
        });
    }
  }

  #settle(key: string): void {
    const followed = this.#followed.get(key);
    this.#followed.delete(key);
    this.#hold();
    followed?.settle(this.#readEnd(key));
  }

  /** Keeps this process alive while it waits for a command, but not for background commands. */
  #hold(): void {
    this.#link.hold([...this.#followed.values()].some(({ isLeft }) => !isLeft));
  }

  #readEnd(key: string): CommandEnd {
    const files = createCallFiles(this.#launch.stateFolder, key);
    return readCommandEnd(files, this.#readState(key));
  }

  #readState(key: string): CallState | undefined {
    const state = readCallState(createCallFiles(this.#launch.stateFolder, key));
    return state === 'damaged' ? undefined : state;
  }
}
