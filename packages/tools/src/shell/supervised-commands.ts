import { AgentError } from '@bowline/protocol';
import type { BackgroundCommand, CommandEnd, CommandStart, HostCommand, HostCommands } from '../tool-host.ts';
import { createCallFiles, readBackgroundKeys, readCallState, type CallState } from './call-files.ts';
import type { SupervisorLaunch } from './connect-supervisor.ts';
import { FollowedCommand } from './followed-command.ts';
import { readCommandEnd } from './read-command-end.ts';
import { SupervisorLink, type SupervisorAnswer, type SupervisorQuestion } from './supervisor-link.ts';
import { toBackgroundCommand } from './to-background-command.ts';
import { toCommandEnvironment } from './to-command-environment.ts';

/** What ends a command that does not end by itself; null is never. */
export interface CommandLimits {
  /** How long it may print nothing. */
  readonly silenceMs: number | null;
  /** How long it may take in all, where the call does not say. */
  readonly timeoutMs: number | null;
}

const RECENT_BYTES = 64 * 1024;
const NO_LIMITS: CommandLimits = { silenceMs: null, timeoutMs: null };

/** Commands under a supervisor that outlives us: each key runs at most once, and is found again. */
export class SupervisedCommands implements HostCommands {
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

  /** Has the supervisor started by the time there is a command for it. */
  prepare(): void {
    if (!this.#isClosed) this.#link.prepare();
  }

  async start(spec: CommandStart): Promise<HostCommand> {
    const known = this.#known(spec.key);
    if (known === 'ended') return this.#past(spec.key);
    const { followed } = await this.#follow(this.#toQuestion(spec));
    return followed;
  }

  async find(key: string): Promise<HostCommand | undefined> {
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
        // It may have ended since.
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

  /** Ends what runs in the background, and tells what that was. */
  async endBackground(): Promise<readonly BackgroundCommand[]> {
    const all = await this.background();
    const running = all.filter(({ status }) => status === 'running' || status === 'waiting');
    await Promise.all(running.map(({ key }) => this.#askTwice({ type: 'kill', key, cause: 'run_ended' })));
    return running;
  }

  /** Leaves; what runs goes on until the lease is over. */
  close(): void {
    this.#isClosed = true;
    this.#link.close();
    for (const key of this.#followed.keys()) this.#settle(key);
  }

  #toQuestion({ key, command, words, cwd, ...how }: CommandStart): SupervisorQuestion {
    const { pty = false, timeoutMs, isBackground = false, isCareful = false, confinement = null } = how;
    const limits = {
      timeoutMs: timeoutMs ?? (isBackground ? null : this.#limits.timeoutMs),
      silenceMs: isBackground || timeoutMs !== undefined ? null : this.#limits.silenceMs,
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

  #past(key: string): HostCommand {
    const followed = new FollowedCommand({ write: async () => false, kill: async () => {}, leave: async () => false });
    followed.hasTerminal = this.#readState(key)?.hasTerminal ?? false;
    followed.settle(this.#readEnd(key));
    return followed;
  }

  /** Follows before it asks: output and end may come in one piece with the answer. */
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
      // Asked once: what was typed twice would be worse than what was not typed.
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

  /** Every question may be asked again: of a supervisor that went away, the next one knows as much. */
  async #askTwice(question: SupervisorQuestion): Promise<SupervisorAnswer> {
    try {
      return await this.#askOnce(question);
    } catch (thrown) {
      if (!AgentError.from(thrown).retryable) throw thrown;
      return await this.#askOnce(question);
    }
  }

  async #askOnce(question: SupervisorQuestion): Promise<SupervisorAnswer> {
    if (this.#isClosed) throw new AgentError('SESSION_CLOSED', 'the host of shell commands is closed');
    return this.#link.ask(question);
  }

  /** The link broke under commands that ran: whoever supervises now knows what became of them. */
  #recover(): void {
    if (this.#isClosed) return;
    for (const key of this.#followed.keys()) {
      this.#follow({ type: 'find', key })
        // Who listened listens still; who asks here is nobody more.
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

  /** While a command is waited for, this process does not end for lack of work; what goes on in the background is not. */
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
