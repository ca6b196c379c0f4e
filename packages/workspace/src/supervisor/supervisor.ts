import type { CommandNetworks } from '../sandbox/linux/command-networks.ts';
import type { NetworkAccess } from '../sandbox/confinement.ts';
import { AgentError } from '@bowline/protocol/plain';
import type { Socket } from 'node:net';
import { newestToken } from '../fence/owner-notes.ts';
import { sinceBootMs } from '../fence/since-boot.ts';
import { createCallFiles, readCallState } from '../processes/call-files.ts';
import { MESSAGE_VERSION } from '../processes/message-version.ts';
import type { OwnerMessage, SupervisorMessage, SupervisorSettings } from '../processes/supervisor-messages.ts';
import { endProcesses } from './end-processes.ts';
import type { LeaseGuard } from './lease-guard.ts';
import { OwnerConnection } from './owner-connection.ts';
import { OutputPipes } from './output-pipes.ts';
import type { ProcessTable } from './process-table.ts';
import { SupervisedCommand, type CommandPlace } from './supervised-command.ts';

/** How long a new supervisor waits for its first owner. */
const FIRST_OWNER_MS = 10_000;

/** How often the end of the lease is checked. */
const LEASE_CHECK_MS = 100;

type CallMessage = Exclude<OwnerMessage, { readonly type: 'hello' | 'renew' | 'part' }>;
type StartMessage = Extract<CallMessage, { readonly type: 'start' }>;
type NetworkedStart = StartMessage & { readonly confinement: { readonly network: NetworkAccess } };
type Answer = Omit<Extract<SupervisorMessage, { readonly type: 'answer' }>, 'type' | 'id'>;

/** What a supervisor needs. */
export interface SupervisorParts
  extends Omit<SupervisorSettings, 'sandbox'>, Pick<CommandPlace, 'sandbox' | 'group' | 'limiting' | 'pid' | 'mark'> {
  readonly table: ProcessTable;
  /** Opens networks for sandboxed commands, if there is a sandbox. */
  readonly networks: CommandNetworks | undefined;
  /** Ends what this process cannot end when the lease of its owner has ended. Absent: nothing does. */
  readonly guard?: LeaseGuard | undefined;
  /** Called once, when there is nothing left to supervise. */
  readonly onDone: () => void;
}

/** Runs the commands of one session for owners that come and go. */
export class Supervisor {
  readonly #parts: SupervisorParts;
  readonly #running = new Map<string, SupervisedCommand>();
  readonly #owners = new Set<OwnerConnection>();
  readonly #pipes: OutputPipes;
  #timer: NodeJS.Timeout | undefined;
  #isDone = false;
  /** When the lease of the owner ends. */
  #until: number | undefined;
  #leaseCheck: NodeJS.Timeout | undefined;

  constructor(parts: SupervisorParts) {
    this.#parts = parts;
    this.#pipes = new OutputPipes(`${parts.socketPath}.pipe`);
    this.#timer = setTimeout(() => {
      this.#leaveIfIdle();
    }, FIRST_OWNER_MS);
  }

  /** Accepts a connection as an owner until it closes. */
  accept(socket: Socket): void {
    if (this.#isDone) {
      socket.destroy();
      return;
    }
    clearTimeout(this.#timer);
    const owner = new OwnerConnection(socket, {
      message: (message) => {
        this.#hear(owner, message);
      },
      left: () => {
        this.#part(owner);
      },
    });
    this.#owners.add(owner);
  }

  /** Ends every command and then the supervisor. */
  async stop(cause: 'killed' | 'lease'): Promise<void> {
    const running = [...this.#running.values()];
    await Promise.all(running.map((command) => command.kill(cause)));
    await Promise.all(running.map((command) => command.ended));
    this.#finish();
  }

  /** After the last owner, commands run on for a while. One that has parted may still renew its lease on them. */
  #part(owner: OwnerConnection): void {
    if (this.#owners.delete(owner) && this.#owners.size === 0) this.#startLease();
  }

  #startLease(): void {
    if (this.#leaveIfIdle()) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      void this.stop('lease');
    }, this.#parts.leaseMs);
  }

  #leaveIfIdle(): boolean {
    if (this.#owners.size > 0 || this.#running.size > 0) return false;
    this.#finish();
    return true;
  }

  #finish(): void {
    if (this.#isDone) return;
    this.#isDone = true;
    clearTimeout(this.#timer);
    clearInterval(this.#leaseCheck);
    this.#parts.guard?.close();
    this.#parts.networks?.close();
    void this.#pipes.close().then(this.#parts.onDone);
  }

  #hear(owner: OwnerConnection, message: OwnerMessage): void {
    if (message.type === 'hello') {
      owner.token = message.token ?? 0;
      owner.send({ type: 'hello', version: MESSAGE_VERSION });
      return;
    }
    if (message.type === 'renew') {
      this.#keepUntil(owner, message.until);
      return;
    }
    if (message.type === 'part') {
      this.#part(owner);
      return;
    }
    this.#answer(owner, message).then(
      (answer) => {
        owner.send({ type: 'answer', id: message.id, ...answer });
      },
      (thrown: unknown) => {
        const text = thrown instanceof Error ? thrown.message : String(thrown);
        const isFenced = AgentError.is(thrown) && thrown.code === 'SESSION_FENCED';
        owner.send({ type: 'refused', id: message.id, text, isFenced });
      },
    );
  }

  async #answer(owner: OwnerConnection, message: CallMessage): Promise<Answer> {
    const { key } = message;
    this.#refuseReplaced(owner, message);
    const network = this.#wantsNetwork(message) ? await this.#openNetwork(message.confinement.network) : undefined;
    // The owner may have been replaced while the network was opened.
    if (network !== undefined) this.#refuseReplaced(owner, message);
    const command = this.#find(message, network);
    if (command === undefined) return this.#recall(key);
    switch (message.type) {
      case 'kill':
        await command.kill(message.cause);
        await command.ended;
        return { status: 'ended', pid: command.pid };
      case 'start':
      case 'find':
        owner.heard.add(key);
        owner.followed.add(key);
        break;
      case 'leave':
        owner.heard.delete(key);
        command.leave();
        break;
      case 'write':
        command.write(message.text);
        break;
      case 'look':
        return { ...toAnswer(command), text: command.recent(message.bytes) };
    }
    return toAnswer(command);
  }

  /** Renewals of an owner that was replaced do not count. */
  #keepUntil(owner: OwnerConnection, until: number): void {
    if (this.#isDone || this.#isReplaced(owner)) return;
    this.#until = Math.max(this.#until ?? 0, until);
    this.#parts.guard?.keepUntil(this.#until);
    // Compares clocks instead of waiting once: a timer does not run while the machine sleeps.
    this.#leaseCheck ??= setInterval(() => {
      this.#parts.guard?.check();
      // After reading: on a busy machine, a renewal may have arrived while this process did not run.
      setImmediate(() => {
        if (sinceBootMs() >= (this.#until ?? Infinity)) void this.stop('lease');
      });
    }, LEASE_CHECK_MS);
  }

  #isReplaced({ token }: OwnerConnection): boolean {
    const { fence } = this.#parts;
    return fence !== undefined && newestToken(fence.folder) > token;
  }

  /** Only reading is left to an owner that was replaced or whose lease has ended. */
  #refuseReplaced(owner: OwnerConnection, { type }: CallMessage): void {
    if (type === 'find' || type === 'look') return;
    if (this.#isReplaced(owner)) throw new AgentError('SESSION_FENCED', 'Another process took over the session');
    if (sinceBootMs() >= (this.#until ?? Infinity))
      throw new AgentError('SESSION_FENCED', 'The lease on commands of this session has ended');
  }

  /** The command under a key, started now if requested. Takes over the network or closes it. */
  #find(message: CallMessage, network: CommandPlace['network']): SupervisedCommand | undefined {
    const running = this.#running.get(message.key);
    const command = running ?? (message.type === 'start' ? this.#start(message, network) : undefined);
    // Another start of this key was faster, or it was started before.
    if (running !== undefined || command === undefined) closeNetwork(network);
    return command;
  }

  #wantsNetwork(message: CallMessage): message is NetworkedStart {
    const { type, key } = message;
    return type === 'start' && message.confinement?.network !== undefined && !this.#running.has(key);
  }

  async #openNetwork(access: NetworkAccess): Promise<CommandPlace['network']> {
    return (await this.#parts.networks?.open(access)) ?? { problem: 'there is no sandbox here to open a network in' };
  }

  #start(message: StartMessage, network: CommandPlace['network']): SupervisedCommand | undefined {
    const { stateFolder, table, sandbox, group, limiting, pid, mark } = this.#parts;
    const { key } = message;
    const command = SupervisedCommand.start(message, {
      stateFolder,
      sandbox,
      group,
      limiting,
      network,
      pid,
      mark,
      pipes: this.#pipes,
      table,
      onOutput: (text) => {
        for (const owner of this.#listeners(key)) owner.send({ type: 'output', key, text });
      },
      hasListeners: () => this.#listeners(key).length > 0,
      onWaiting: () => {
        for (const owner of this.#listeners(key)) owner.send({ type: 'waiting', key });
      },
    });
    if (command === undefined) return undefined;
    this.#running.set(key, command);
    void command.ended.then(() => {
      this.#running.delete(key);
      for (const owner of this.#owners) if (owner.followed.has(key)) owner.tellEnd(key);
      this.#leaveIfIdle();
    });
    return command;
  }

  #listeners(key: string): OwnerConnection[] {
    return [...this.#owners].filter((owner) => owner.heard.has(key));
  }

  /** The state of a command that does not run under this supervisor. Ends what an earlier supervisor left of it. */
  async #recall(key: string): Promise<Answer> {
    const files = createCallFiles(this.#parts.stateFolder, key);
    const state = readCallState(files);
    if (state === undefined) return { status: 'unknown', pid: null };
    if (state !== 'damaged' && state.endedAt !== null) return { status: 'ended', pid: state.pid };
    const { table } = this.#parts;
    const pid = state === 'damaged' ? null : state.pid;
    const isSame = pid !== null && state !== 'damaged' && table.startOf(pid) === (state.processStart ?? undefined);
    await endProcesses(table, { group: isSame ? pid : null, marker: files.marker });
    return { status: 'lost', pid };
  }
}

function closeNetwork(network: CommandPlace['network']): void {
  if (network !== undefined && !('problem' in network)) network.close();
}

function toAnswer({ pid, isWaiting, hasTerminal }: SupervisedCommand): Answer {
  return { status: 'running', pid, isWaiting, hasTerminal };
}
