import { defaultLimits, detectBubblewrap, type Confinement, type NetworkAccess } from '@bowline/workspace';
import type { CommandEnd, CommandStart, WorkspaceCommand } from '@bowline/workspace';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Server as PlainServer } from 'node:net';
import { release, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { SupervisedCommands } from '../../packages/workspace/src/processes/supervised-commands.ts';

/** A loopback address that programs do not recognize as local, so that they use the proxy. */
export const SITE = '127.0.0.2';
/** In the format of a registry. */
export const TOKEN = 'npm_4fJq8ZkT2vXw7LrB9cYd3HsN6mPaQeUgK1oV';

const supervisorEntry = join(import.meta.dirname, '../../packages/workspace/src/supervisor/main.ts');
const detected = detectBubblewrap({ architecture: process.arch, release: release(), uid: process.getuid?.() ?? 0 });
const path = process.env['PATH'] ?? '';

/** Commands in a real sandbox, under a real supervisor that trusts a test CA, and sites with its certificates. */
export class TokenLab {
  readonly folder = mkdtempSync(join(tmpdir(), 'bowline-'));
  readonly workspace = join(this.folder, 'work');
  readonly home = join(this.folder, 'home');
  readonly stateFolder = join(this.folder, 'state');
  readonly commands: SupervisedCommands;
  readonly #servers: PlainServer[] = [];
  #made = 0;

  constructor() {
    for (const each of [this.workspace, this.home]) mkdirSync(each);
    this.#makeAuthority();
    if (!detected.ok) throw new Error(detected.problem);
    const bubblewrap = detected.found;
    this.commands = new SupervisedCommands({
      stateFolder: this.stateFolder,
      supervisorEntry,
      leaseMs: 50,
      execPath: process.execPath,
      execArgv: ['--conditions=@bowline/source', '--no-warnings'],
      env: { PATH: path, HOME: this.home },
      sandbox: async () => ({ bubblewrap, journal: join(this.folder, 'journal') }),
    });
  }

  /** A TLS site with a certificate of the test CA. */
  async openSite(answer: RequestListener, host = SITE): Promise<number> {
    return await this.listen(createServer(this.certify(host), answer), host);
  }

  /** The same, and reports the received bytes before they are parsed as requests. */
  async openRecordedSite(answer: RequestListener, onBytes: (bytes: string) => void): Promise<number> {
    const site = createServer(this.certify(SITE), answer);
    site.on('secureConnection', (socket) => {
      socket.on('data', (chunk: Buffer) => {
        onBytes(chunk.toString('latin1'));
      });
    });
    return await this.listen(site);
  }

  async listen(server: Server | PlainServer, host = SITE): Promise<number> {
    this.#servers.push(server);
    await once(server.listen(0, host), 'listening');
    return (server.address() as AddressInfo).port;
  }

  start(command: string, network: Partial<NetworkAccess>, how: Partial<CommandStart> = {}): Promise<WorkspaceCommand> {
    const confinement: Confinement = {
      profile: 'work',
      folders: [this.workspace],
      home: this.home,
      readable: [],
      writable: [],
      hidden: [],
      unixSockets: false,
      limits: defaultLimits,
      network: { hosts: [], privateHosts: [SITE, '127.0.0.3'], ports: [], ...network },
    };
    return this.commands.start({ key: `c${(this.#made += 1)}`, command, cwd: this.workspace, confinement, ...how });
  }

  async run(command: string, network: Partial<NetworkAccess>): Promise<CommandEnd> {
    return await (
      await this.start(command, network)
    ).ended;
  }

  /** Runs a command that can use the token at one port of the site. */
  async runWith(command: string, port: number, more: Partial<NetworkAccess> = {}): Promise<CommandEnd> {
    const host = `${SITE}:${port}`;
    const credentials = [{ host, variable: 'SITE_TOKEN', token: TOKEN, authorities: join(this.folder, 'ca.pem') }];
    return await this.run(command, { hosts: [host, ...(more.hosts ?? [])], credentials });
  }

  close(): void {
    this.commands.close();
    for (const server of this.#servers) {
      server.close();
      if ('closeAllConnections' in server) (server as Server).closeAllConnections();
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  /** A key and a certificate for a host, from a CA of its own if `unknown`. */
  certify(host: string, how: 'known' | 'unknown' = 'known'): { readonly key: Buffer; readonly cert: Buffer } {
    const [key, request, cert, names] = ['key', 'csr', 'crt', 'names'].map((each) =>
      join(this.folder, `${host}.${each}`),
    );
    if (how === 'unknown')
      this.#openssl(
        `req -x509 ${EC} -keyout ${key} -out ${cert} -subj /CN=s -addext subjectAltName=IP:${host} -days 2`,
      );
    else {
      writeFileSync(names ?? '', `subjectAltName=IP:${host}\n`);
      this.#openssl(`req -new ${EC} -keyout ${key} -out ${request} -subj /CN=s`);
      this.#openssl(
        `x509 -req -in ${request} -CA ca.pem -CAkey ca.key -CAcreateserial -out ${cert} -days 2 -extfile ${names}`,
      );
    }
    return { key: readFileSync(key ?? ''), cert: readFileSync(cert ?? '') };
  }

  #makeAuthority(): void {
    this.#openssl(`req -x509 ${EC} -keyout ca.key -out ca.pem -subj /CN=test -days 2`);
  }

  #openssl(line: string): void {
    execFileSync('openssl', line.split(' '), { cwd: this.folder, stdio: 'ignore' });
  }
}

const EC = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes';
