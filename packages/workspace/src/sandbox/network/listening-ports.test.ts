import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { parseListeningPorts } from './listening-ports.ts';

const HEAD = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
const row = (local: string, state = '0A'): string =>
  `${HEAD}   0: ${local} 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000     0        0 5 1\n`;
const ZEROS = '0'.repeat(24);

test.each([
  ['0100007F:1F90', '', [{ host: '127.0.0.1', port: 8080 }]],
  ['00000000:0BB8', '', [{ host: '127.0.0.1', port: 3000 }]],
  ['0302017F:0BB8', '', [{ host: '127.1.2.3', port: 3000 }]],
  ['', `${ZEROS}01000000:1435`, [{ host: '::1', port: 5173 }]],
  ['', `${ZEROS}00000000:1435`, [{ host: '::1', port: 5173 }]],
  ['0100007F:1435', `${ZEROS}01000000:1435`, [{ host: '127.0.0.1', port: 5173 }]],
  // Other interfaces.
  ['0200000A:1F90', `000080FE${ZEROS}:1F90`, []],
])('%j and %j listen as %j', (four, six, ports) => {
  expect(parseListeningPorts(four && row(four), six && row(six))).toEqual(ports);
});

test('a connection is not a server', () => {
  expect(parseListeningPorts(row('0100007F:1F90', '01'), '')).toEqual([]);
});

test('finds a server of this process', async () => {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const find = () => parseListeningPorts(readFileSync('/proc/self/net/tcp', 'utf8'), '');
  expect(find()).toContainEqual({ host: '127.0.0.1', port });
  await once(server.close(), 'close');
  expect(find()).not.toContainEqual({ host: '127.0.0.1', port });
});
