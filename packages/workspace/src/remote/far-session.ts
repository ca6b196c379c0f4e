import { AgentError, isWithin } from '@bowline/protocol';
import type { Confinement } from '../sandbox/confinement.ts';
import type { Workspace } from '../workspace.ts';
import type { OpenedWorkspace } from '../workspace-provider.ts';
import type { Channel } from './channel.ts';
import { FarCommands } from './far-commands.ts';
import type { Frame } from './frames.ts';
import { toMark, type KeyedEffects } from './keyed-effects.ts';
import { nearMessageSchema, type FarFacts, type NearMessage, type Operation } from './remote-messages.ts';

/** What an operation answers, and the bytes that belong to it. */
interface Answered {
  readonly value: unknown;
  readonly body?: Uint8Array;
  /** The command whose messages may follow. */
  readonly key?: string;
}

type Ask = Extract<NearMessage, { readonly type: 'ask' }>;

/** More requests at once wait in the connection. */
const MOST_AT_ONCE = 64;

/** One session at the far end: answers what the near end asks, over one connection after the other. */
export class FarSession {
  readonly #workspace: OpenedWorkspace;
  readonly #effects: KeyedEffects;
  readonly #commands: FarCommands;
  #channel: Channel | undefined;
  #asked = new Map<number, AbortController>();

  constructor(workspace: OpenedWorkspace, effects: KeyedEffects) {
    this.#workspace = workspace;
    this.#effects = effects;
    this.#commands = new FarCommands(workspace.commands);
  }

  get facts(): FarFacts {
    const { root, directories, history, machine } = this.#workspace;
    const { home, platform, sandbox } = machine;
    return { root, directories: [...directories], home, platform, sandbox, hasHistory: history !== undefined };
  }

  /** Answers over this connection from now on. */
  attach(channel: Channel | undefined): void {
    // Effects go on; what is only read is asked again.
    for (const controller of this.#asked.values()) controller.abort();
    this.#asked = new Map();
    this.#channel = channel;
    this.#commands.attach(channel);
  }

  receive(channel: Channel, { message, body }: Frame): void {
    const parsed = nearMessageSchema.safeParse(message);
    if (!parsed.success || parsed.data.type === 'hello') {
      channel.close('a message is invalid');
      return;
    }
    const { data } = parsed;
    if (data.type === 'cancel') this.#asked.get(data.id)?.abort();
    else void this.#answer(channel, data, body);
  }

  close(): void {
    this.attach(undefined);
    this.#workspace.close();
  }

  async #answer(channel: Channel, { id, operation, received = [] }: Ask, body: Uint8Array): Promise<void> {
    const asked = this.#asked;
    const controller = new AbortController();
    asked.set(id, controller);
    if (asked.size >= MOST_AT_ONCE) channel.pause();
    try {
      this.#effects.forget(received);
      const answered = await this.#perform(operation, body, controller.signal);
      channel.send({ type: 'answer', id, value: answered.value ?? null }, answered.body);
      if (answered.key !== undefined && channel === this.#channel) this.#commands.pump(answered.key);
    } catch (thrown) {
      const { code, message, hint, retryable, details } = AgentError.from(thrown);
      channel.send({ type: 'failed', id, code, message, ...(hint === undefined ? {} : { hint }), retryable, details });
    } finally {
      asked.delete(id);
      if (asked.size === MOST_AT_ONCE - 1) channel.resume();
    }
  }

  // eslint-disable-next-line complexity -- one case per operation
  async #perform(asked: Operation, body: Uint8Array, signal: AbortSignal): Promise<Answered> {
    const { files, history, hidden, search } = this.#workspace;
    const commands = this.#commands;
    switch (asked.op) {
      case 'info':
        return { value: await files.info(asked.path) };
      case 'read': {
        const data = await files.read(this.#inside(asked.path));
        return data === undefined ? { value: null } : { value: { size: data.length }, body: data };
      }
      case 'write':
        return { value: await this.#write(asked, body) };
      case 'list':
        return { value: await files.list(asked.path) };
      case 'realPath':
        return { value: await files.realPath(asked.path) };
      case 'hidden': {
        const now = await hidden?.look(asked.paths);
        return { value: asked.paths.map((path) => now?.reasonFor(path) ?? null) };
      }
      case 'searchFiles':
        this.#inside(asked.query.folder);
        return { value: await search.files({ ...asked.query, signal }) };
      case 'searchText':
        return { value: await this.#searchText(asked.query, signal) };
      case 'start':
        return { value: await this.#start(asked.spec), key: asked.spec.key };
      case 'find':
        return { value: await commands.find(asked.key, asked.from), key: asked.key };
      case 'type': {
        const { once, key, text } = asked;
        // Typing twice would be worse than not typing, and nothing tells afterwards whether it was typed.
        const effect = { once, marks: async () => null, look: async () => '', run: () => commands.type(key, text) };
        return { value: await this.#effects.run(effect) };
      }
      case 'kill':
        await commands.kill(asked.key);
        return { value: null };
      case 'leave':
        return { value: await commands.leave(asked.key) };
      case 'recent':
        return { value: await this.#workspace.commands.recent(asked.key) };
      case 'background':
        return { value: await this.#workspace.commands.background() };
      case 'endBackground':
        return { value: await this.#workspace.endBackground() };
      case 'prepare':
        this.#workspace.commands.prepare?.();
        return { value: null };
      case 'hold':
        return { value: (await history?.hold(asked.paths)) ?? [] };
      case 'settle':
        return { value: (await history?.settle(asked.held)) ?? [] };
      case 'checkpoint':
      case 'undo':
      case 'previewUndo':
      case 'compare':
        return { value: await this.#ofHistory(asked) };
      case 'writableFolders':
        return { value: (await this.#workspace.writableFolders?.()) ?? [this.#workspace.root] };
      case 'sandboxProblem':
        return { value: (await this.#workspace.machine.sandboxProblem()) ?? null };
    }
  }

  async #write({ path, mode, once }: Extract<Operation, { op: 'write' }>, data: Uint8Array): Promise<null> {
    const { files } = this.#workspace;
    this.#inside(path);
    return await this.#effects.run({
      once,
      marks: async () => ({ before: toMark(await files.read(path)), after: toMark(data) }),
      look: async () => toMark(await files.read(path)),
      run: async () => {
        await files.write(path, data, mode === undefined ? {} : { mode });
        return null;
      },
    });
  }

  async #searchText(
    { withholds, ...query }: Extract<Operation, { op: 'searchText' }>['query'],
    signal: AbortSignal,
  ): ReturnType<Workspace['search']['text']> {
    const { search, isProtected } = this.#workspace;
    this.#inside(query.folder);
    if (query.only !== undefined) this.#inside(query.only);
    return await search.text({ ...query, signal, isWithheld: withholds ? isProtected : undefined });
  }

  /** The sandbox of this machine decides what the profile means here, whatever the near end believes. */
  async #start({ place, ...spec }: Extract<Operation, { op: 'start' }>['spec']): ReturnType<FarCommands['start']> {
    this.#inside(await this.#workspace.files.realPath(spec.cwd));
    return await this.#commands.start({ ...spec, confinement: await this.#confine(place) });
  }

  async #confine(place: Extract<Operation, { op: 'start' }>['spec']['place']): Promise<Confinement | null> {
    const { confine, mustConfine } = this.#workspace;
    if (place === null && mustConfine !== true) return null;
    if (place === null) throw new AgentError('INTERNAL', 'Commands must run in the sandbox in this workspace');
    if (confine === undefined) throw new AgentError('INTERNAL', 'No sandbox is available in this workspace');
    const { profile, ...how } = place;
    return await confine(profile, how);
  }

  async #ofHistory(
    asked: Extract<Operation, { op: 'checkpoint' | 'undo' | 'previewUndo' | 'compare' }>,
  ): Promise<unknown> {
    const { history } = this.#workspace;
    if (history === undefined) throw new AgentError('INTERNAL', 'Changes to files cannot be undone in this workspace');
    switch (asked.op) {
      case 'checkpoint':
        return await history.checkpoint(asked);
      case 'undo':
        return await history.undo(asked.steps, asked.key, asked.overwrite);
      case 'previewUndo':
        return await history.preview(asked.steps, asked.overwrite);
      case 'compare':
        return await history.compare(asked.steps);
    }
  }

  /** Contents of files outside the folders of the workspace are out of reach. */
  #inside(path: string): string {
    const { root, directories } = this.#workspace;
    if ([root, ...directories].some((folder) => isWithin({ path, root: folder }))) return path;
    throw new AgentError('INTERNAL', `${path} is outside the workspace`, { details: { errno: 'EACCES' } });
  }
}
