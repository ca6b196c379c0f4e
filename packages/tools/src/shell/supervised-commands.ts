import { AgentError } from '@bowline/protocol';
import type { CommandEnd, HostCommand, HostCommands } from '../tool-host.ts';
import { createCallFiles, readCallState } from './call-files.ts';
import type { SupervisorLaunch } from './connect-supervisor.ts';
import { FollowedCommand } from './followed-command.ts';
import { readCommandEnd } from './read-command-end.ts';
import { SupervisorLink, type SupervisorAnswer, type SupervisorQuestion } from './supervisor-link.ts';

/** Commands under a supervisor that outlives us: each key runs at most once, and is found again. */
export class SupervisedCommands implements HostCommands {
  readonly #launch: SupervisorLaunch;
  readonly #link: SupervisorLink;
  readonly #followed = new Map<string, FollowedCommand>();
  #isClosed = false;

  constructor(launch: SupervisorLaunch) {
    this.#launch = launch;
    this.#link = new SupervisorLink(launch, {
      onOutput: (key, text) => {
        this.#followed.get(key)?.hear(text);
      },
      onEnded: (key) => {
        this.#settle(key);
      },
      onLost: () => {
        this.#recover();
      },
    });
  }

  async start(spec: { readonly key: string; readonly command: string; readonly cwd: string }): Promise<HostCommand> {
    const known = this.#known(spec.key);
    if (known === 'ended') return this.#past(spec.key);
    const { key, command, cwd } = spec;
    const { followed } = await this.#ask({ type: 'start', key, command, cwd, env: this.#launch.env });
    return followed;
  }

  async find(key: string): Promise<HostCommand | undefined> {
    const known = this.#known(key);
    if (known === 'never') return undefined;
    if (known === 'ended') return this.#past(key);
    const { followed, answer } = await this.#ask({ type: 'find', key });
    return answer.status === 'running' || answer.status === 'ended' ? followed : undefined;
  }

  /** Leaves; what runs goes on until the lease is over. */
  close(): void {
    this.#isClosed = true;
    this.#link.close();
    for (const key of this.#followed.keys()) this.#settle(key);
  }

  #known(key: string): 'never' | 'ended' | 'started' {
    const state = readCallState(createCallFiles(this.#launch.stateFolder, key));
    if (state === undefined) return 'never';
    return state !== 'damaged' && state.endedAt !== null ? 'ended' : 'started';
  }

  #past(key: string): HostCommand {
    const followed = new FollowedCommand(async () => {});
    followed.settle(this.#readEnd(key));
    return followed;
  }

  /** Follows before it asks: output and end may come in one piece with the answer. */
  async #ask(
    question: SupervisorQuestion,
  ): Promise<{ readonly followed: FollowedCommand; readonly answer: SupervisorAnswer }> {
    const { key } = question;
    const followed = this.#followed.get(key) ?? new FollowedCommand(() => this.#kill(key));
    this.#followed.set(key, followed);
    this.#link.hold(true);
    let answer: SupervisorAnswer;
    try {
      answer = await this.#askTwice(question);
    } catch (thrown) {
      this.#settle(key);
      throw thrown;
    }
    followed.pid = answer.pid;
    if (answer.status !== 'running') this.#settle(key);
    return { followed, answer };
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

  async #kill(key: string): Promise<void> {
    if (!this.#followed.has(key)) return;
    await this.#ask({ type: 'kill', key });
  }

  /** The link broke under commands that ran: whoever supervises now knows what became of them. */
  #recover(): void {
    if (this.#isClosed) return;
    for (const key of this.#followed.keys()) {
      this.#ask({ type: 'find', key }).catch(() => {
        this.#settle(key);
      });
    }
  }

  #settle(key: string): void {
    const followed = this.#followed.get(key);
    this.#followed.delete(key);
    if (this.#followed.size === 0) this.#link.hold(false);
    followed?.settle(this.#readEnd(key));
  }

  #readEnd(key: string): CommandEnd {
    const files = createCallFiles(this.#launch.stateFolder, key);
    const state = readCallState(files);
    return readCommandEnd(files, state === 'damaged' ? undefined : state);
  }
}
