import { expect, test } from 'vitest';
import { findWalls, type Wall } from './find-walls.ts';

const outside = new Set(['/home/you/.ssh/id_rsa', '/home/you/.npmrc', '/var/run/docker.sock']);
const context = {
  cwd: '/home/you/work/api',
  exists: (path: string) => outside.has(path),
  listens: (port: number) => port === 5432,
};
const write = (path: string): Wall => ({ need: 'write', path });
const read = (path: string, isAbsent = true): Wall => ({ need: 'read', path, isAbsent });
const network = (host: string): Wall => ({ need: 'network', host });

const cases: readonly (readonly [output: string, walls: readonly Wall[]])[] = [
  ["touch: cannot touch 'x': Read-only file system", [write('/home/you/work/api/x')]],
  ['bash: line 1: ../made: Read-only file system', [write('/home/you/work/made')]],
  ['mkdir: cannot create directory ‘dist’: Read-only file system', [write('/home/you/work/api/dist')]],
  ["rm: cannot remove 'a b': Read-only file system", [write('/home/you/work/api/a b')]],
  [
    "fatal: Unable to create '/home/you/work/.git/index.lock': Read-only file system",
    [write('/home/you/work/.git/index.lock')],
  ],
  [
    "Error: EROFS: read-only file system, open '/home/you/work/api/out.json'\n    at open",
    [write('/home/you/work/api/out.json')],
  ],
  ["Error: ENOENT: no such file or directory, mkdir 'coverage/html'", [write('/home/you/work/api/coverage/html')]],
  ["OSError: [Errno 30] Read-only file system: '/usr/lib/x'", [write('/usr/lib/x')]],
  ['curl: (6) Could not resolve host: registry.npmjs.org', [network('registry.npmjs.org')]],
  ['npm error getaddrinfo EAI_AGAIN registry.npmjs.org', [network('registry.npmjs.org')]],
  ['ssh: Could not resolve hostname github.com: Temporary failure in name resolution', [network('github.com')]],
  ['dial tcp: lookup proxy.golang.org: no such host', [network('proxy.golang.org')]],
  ['ping: a.example: Temporary failure in name resolution', [network('a.example')]],
  [
    "HTTPSConnectionPool(host='pypi.org', port=443): Failed: [Errno -3] Temporary failure in name resolution",
    [network('pypi.org')],
  ],
  ["Temporary failure resolving 'deb.debian.org'", [network('deb.debian.org')]],
  [
    'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is it running?',
    [{ need: 'service', path: '/var/run/docker.sock' }],
  ],
  ...[
    'connect ECONNREFUSED 127.0.0.1:5432',
    'connect ECONNREFUSED ::1:5432',
    "curl: (7) Failed to connect to localhost port 5432 after 0 ms: Couldn't connect to server",
    'psql: error: connection to server at "localhost" (127.0.0.1), port 5432 failed: Connection refused',
    'dial tcp 127.0.0.1:5432: connect: connection refused',
  ].map((output): readonly [string, readonly Wall[]] => [output, [{ need: 'service', path: '127.0.0.1:5432' }]]),
  ['cat: /home/you/.ssh/id_rsa: No such file or directory', [read('/home/you/.ssh/id_rsa')]],
  ["Error: ENOENT: no such file or directory, open '/home/you/.npmrc'", [read('/home/you/.npmrc')]],
  ['cat: /home/you/.npmrc: Permission denied', [read('/home/you/.npmrc', false)]],
  // A network without a known host is only available outside the sandbox, which the model must request.
  ['connect: Network is unreachable', []],
  // Ordinary failures.
  ['cat: nowhere: No such file or directory', []],
  ['connect ECONNREFUSED 127.0.0.1:5433', []],
  ['no socket at /nowhere/x.sock', []],
  ['listening on 127.0.0.1:5432', []],
  ['bash: frobnicate: command not found', []],
  ["rm: cannot remove 'x': Permission denied", []],
  ['1 test failed\nexpected true to be false', []],
];
test.each(cases)('%j', (output, walls) => {
  expect(findWalls(output, context)).toEqual(walls);
});

test('finds each once, in a long output too, and quickly', () => {
  const line = "Error: EROFS: read-only file system, open '/home/you/work/a'\n";
  const began = performance.now();
  expect(findWalls(line.repeat(2000) + 'x: '.repeat(20_000) + '\n'.repeat(5000), context)).toEqual([
    write('/home/you/work/a'),
  ]);
  expect(performance.now() - began).toBeLessThan(2000);
});
