import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createServer, type TLSSocket } from 'node:tls';
import { AgentError } from '@bowline/protocol';
import type { WorkspaceProvider } from '../workspace-provider.ts';
import { Channel, CHANNEL_TIMES, type ChannelTimes } from './channel.ts';
import { FarSession } from './far-session.ts';
import type { Frame } from './frames.ts';
import { KeyedEffects } from './keyed-effects.ts';
import { nearMessageSchema, REMOTE_VERSION } from './remote-messages.ts';
import { IDENTITY, isIdentity, SECURE, toKey } from './secure-channel.ts';
import { startListening } from './start-listening.ts';
import type { WorkspaceAddress } from './workspace-address.ts';

/** What a served workspace needs. */
export interface ServeParts extends WorkspaceAddress {
  readonly token: string;
  /** Opens the workspace of each session. */
  readonly provider: WorkspaceProvider;
  /** Remembers which requests with effects were done, of each session in a folder of its own. */
  readonly stateFolder: string;
  readonly times?: ChannelTimes | undefined;
  /** How long a session stays open without a connection. Default: 30 seconds. */
  readonly graceMs?: number | undefined;
}

/** A workspace that is served, until closed. */
export interface ServedWorkspace extends WorkspaceAddress {
  readonly close: () => Promise<void>;
}

/** After that, the lease of its commands begins. */
const GRACE_MS = 30_000;
/** Time for a handshake and a hello. */
const HELLO_MS = 10_000;
/** Connections that have not said hello. More are refused. */
const MOST_STRANGERS = 32;

interface Home {
  readonly session: Promise<FarSession>;
  /** The process that uses the session now, and those that it has replaced. */
  client: string;
  readonly replaced: Set<string>;
  channel: Channel | undefined;
  timer: NodeJS.Timeout | undefined;
}

/** Serves a workspace to clients that know the token. Each session has one connection, and survives it. */
export async function serveWorkspace(parts: ServeParts): Promise<ServedWorkspace> {
  const { host, port, token } = parts;
  const key = toKey(token);
  const hall = new Hall(parts);
  const server = createServer({
    ...SECURE,
    handshakeTimeout: HELLO_MS,
    pskIdentityHint: IDENTITY,
    pskCallback: (_socket, identity) => (isIdentity(identity) ? key : null),
  });
  server.on('secureConnection', (socket) => {
    hall.welcome(socket);
  });
  // A wrong token, or another protocol. The connection is closed by then.
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  const address = await startListening(server, { host, port });
  return {
    host: address.address,
    port: address.port,
    close: async () => {
      server.close();
      await hall.close();
    },
  };
}

/** The sessions of a served workspace. */
class Hall {
  readonly #parts: ServeParts;
  readonly #homes = new Map<string, Home>();
  readonly #channels = new Set<Channel>();
  #strangers = 0;

  constructor(parts: ServeParts) {
    this.#parts = parts;
  }

  welcome(socket: TLSSocket): void {
    socket.disableRenegotiation();
    socket.setNoDelay(true);
    if (this.#strangers >= MOST_STRANGERS) {
      socket.destroy();
      return;
    }
    this.#strangers += 1;
    let hear: ((frame: Frame) => void) | undefined;
    let leave: () => void = () => undefined;
    const settle = (): void => {
      clearTimeout(timer);
      this.#strangers -= 1;
    };
    const channel = new Channel(
      socket,
      {
        onFrame: (frame) => {
          if (hear !== undefined) {
            hear(frame);
            return;
          }
          // Nothing else is read before the session is open.
          channel.pause();
          hear = () => undefined;
          settle();
          void this.#admit(frame, channel).then((entered) => {
            hear = entered?.hear;
            leave = entered?.leave ?? leave;
            channel.resume();
          });
        },
        onClosed: () => {
          if (hear === undefined) settle();
          this.#channels.delete(channel);
          leave();
        },
      },
      this.#parts.times ?? CHANNEL_TIMES,
    );
    const timer = setTimeout(() => {
      channel.close('no hello');
    }, HELLO_MS);
    timer.unref();
    this.#channels.add(channel);
  }

  async close(): Promise<void> {
    for (const channel of this.#channels) channel.finish();
    for (const [id, home] of this.#homes) {
      this.#homes.delete(id);
      clearTimeout(home.timer);
      const session = await home.session.catch(() => undefined);
      session?.close();
    }
  }

  async #admit(
    { message }: Frame,
    channel: Channel,
  ): Promise<{ readonly hear: (frame: Frame) => void; readonly leave: () => void } | undefined> {
    const parsed = nearMessageSchema.safeParse(message);
    if (!parsed.success || parsed.data.type !== 'hello') {
      refuse(channel, 'The first message is not a hello');
      return;
    }
    const { version, client, session: id } = parsed.data;
    if (version !== REMOTE_VERSION) {
      refuse(channel, `The workspace speaks version ${REMOTE_VERSION} of the protocol, and this Bowline ${version}`, {
        hint: 'Install the same version of Bowline at both ends',
      });
      return;
    }
    const home = this.#homeOf(id, client);
    if (home.replaced.has(client)) {
      refuse(channel, `Session ${id} was continued by another process`);
      return;
    }
    const before = home.channel;
    home.channel = channel;
    clearTimeout(home.timer);
    if (home.client === client) before?.close('the client has a newer connection');
    else {
      home.replaced.add(home.client);
      home.client = client;
      if (before !== undefined) refuse(before, `Session ${id} was continued by another process`);
    }
    try {
      const session = await home.session;
      if (home.channel !== channel) return undefined;
      if (channel.isClosed) {
        this.#leave(id, home, channel);
        return undefined;
      }
      session.attach(channel);
      channel.send({ type: 'hello', version: REMOTE_VERSION, facts: session.facts });
      return {
        hear: (frame) => {
          session.receive(channel, frame);
        },
        leave: () => {
          this.#leave(id, home, channel);
        },
      };
    } catch (thrown) {
      this.#homes.delete(id);
      const { message: text, hint } = AgentError.from(thrown);
      refuse(channel, text, hint === undefined ? {} : { hint });
      return;
    }
  }

  #homeOf(id: string, client: string): Home {
    const known = this.#homes.get(id);
    if (known !== undefined) return known;
    const home: Home = { session: this.#open(id), client, replaced: new Set(), channel: undefined, timer: undefined };
    this.#homes.set(id, home);
    return home;
  }

  async #open(sessionId: string): Promise<FarSession> {
    const folder = join(this.#parts.stateFolder, sessionId, 'requests');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return new FarSession(await this.#parts.provider.open({ sessionId }), new KeyedEffects(folder));
  }

  /** The client may come back. Until then its commands go on. */
  #leave(id: string, home: Home, channel: Channel): void {
    if (home.channel !== channel) return;
    home.channel = undefined;
    void home.session.then((session) => {
      if (home.channel === undefined) session.attach(undefined);
    });
    home.timer = setTimeout(() => {
      this.#homes.delete(id);
      void home.session.then((session) => {
        session.close();
      });
    }, this.#parts.graceMs ?? GRACE_MS);
    home.timer.unref();
  }
}

/** Returns undefined: nothing more is read from that channel. */
function refuse(channel: Channel, text: string, more: { readonly hint?: string } = {}): undefined {
  channel.send({ type: 'refused', text, ...more });
  channel.finish();
  return undefined;
}
