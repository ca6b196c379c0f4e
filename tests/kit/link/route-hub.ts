import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readlinkSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * The near side of a route between two network namespaces, in one of them: forwards what arrives over it to a Unix
 * socket. Each line of input takes the link down or up. Ends with its input.
 */
const [, , socketPath = ''] = process.argv;
const [NEAR, FAR, PORT] = ['10.99.0.1', '10.99.0.2', 5432];

const namespaceOf = (pid: number | 'self'): string => readlinkSync(`/proc/${pid}/ns/net`);
const ip = (...words: readonly string[]): void => {
  execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'inherit'] });
};
const say = (line: unknown): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

// Keeps the other namespace, and ends with this process.
const far = spawn('unshare', ['--net', '--', 'cat'], { stdio: ['pipe', 'ignore', 'inherit'] });
const { pid } = far;
if (pid === undefined) throw new Error('there is no unshare');
while (namespaceOf(pid) === namespaceOf('self')) await delay(2);
const inside = (...words: readonly string[]): void => {
  execFileSync('nsenter', [`--net=/proc/${pid}/ns/net`, '--', 'ip', ...words], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
};
ip('link', 'add', 'near', 'type', 'veth', 'peer', 'name', 'far', 'netns', String(pid));
ip('address', 'add', `${NEAR}/24`, 'dev', 'near');
ip('link', 'set', 'near', 'up');
inside('link', 'set', 'lo', 'up');
inside('address', 'add', `${FAR}/24`, 'dev', 'far');
inside('link', 'set', 'far', 'up');

const server = createServer((client) => {
  const local = connect(socketPath);
  client.pipe(local);
  local.pipe(client);
  for (const [one, other] of [
    [client, local],
    [local, client],
  ] as const)
    one.on('error', () => undefined).on('close', () => other.destroy());
}).listen(PORT, NEAR);
await once(server, 'listening');
say({ pid, host: NEAR, port: PORT });
for await (const line of createInterface({ input: process.stdin })) {
  ip('link', 'set', 'near', line);
  say({ is: line });
}
process.exit(0);
