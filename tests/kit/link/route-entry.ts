import { connect, createServer } from 'node:net';

/** The way into a network namespace: forwards what arrives at a Unix socket to an address in the namespace. */
const [, , socketPath = '', host = '', port = ''] = process.argv;

createServer((client) => {
  const inside = connect(Number(port), host);
  client.pipe(inside);
  inside.pipe(client);
  for (const [one, other] of [
    [client, inside],
    [inside, client],
  ] as const)
    one.on('error', () => undefined).on('close', () => other.destroy());
}).listen(socketPath, () => process.stdout.write('open\n'));
process.stdin.on('end', () => process.exit(0)).resume();
