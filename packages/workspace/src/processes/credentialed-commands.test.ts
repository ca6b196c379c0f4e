import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { SITE, TOKEN, TokenLab } from '../../../../tests/tools/token-lab.ts';
import { readAddress } from './supervisor-address.ts';

const slow = { timeout: 60_000 };
const patient = { timeout: 10_000, interval: 5 };
const path = process.env['PATH'] ?? '';
let lab: TokenLab;
let asked: string[] = [];

beforeAll(() => {
  lab = new TokenLab();
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  lab.close();
  await vi.waitUntil(() => readAddress(lab.stateFolder) === undefined, patient);
  lab.remove();
});

/** The user of a request; for basic authentication, only the password. */
function whoAsks({ headers }: IncomingMessage): string {
  const { authorization = headers['private-token']?.toString() ?? 'nobody' } = headers;
  const [, password] = /^Basic (.*)/.exec(authorization) ?? [];
  return password === undefined ? authorization : (atob(password).split(':')[1] ?? '');
}

const clients = {
  curl: (url: string) => `curl -sS -H "Authorization: Bearer $SITE_TOKEN" ${url}`,
  'curl with a password': (url: string) => `curl -sS -u "me:$SITE_TOKEN" ${url}`,
  'curl with a header of GitLab': (url: string) => `curl -sS -H "PRIVATE-TOKEN: $SITE_TOKEN" ${url}`,
  'node fetch': (url: string) =>
    `NODE_NO_WARNINGS=1 node -e "fetch('${url}', { headers: { authorization: 'token ' + process.env.SITE_TOKEN } }).then(async (r) => console.log(await r.text()))"`,
  'python urllib': (url: string) =>
    `/usr/bin/python3 -c "import os, urllib.request as u; print(u.urlopen(u.Request('${url}', headers={'Authorization': 'Bearer ' + os.environ['SITE_TOKEN']})).read().decode())"`,
};

describe('a command with a credential', slow, () => {
  test.each(Object.entries(clients))('is authenticated by %s without having the token', async (_, client) => {
    const port = await lab.openSite((request, response) => {
      asked.push(whoAsks(request));
      response.end('page');
    });
    const end = await lab.runWith(`${client(`https://${SITE}:${port}/`)}; env; true`, port);
    expect(end.head).toContain('page');
    expect(end.head).toMatch(/^SITE_TOKEN=npm_[A-Za-z\d]{36}$/m);
    expect(end.head).not.toContain(TOKEN);
    expect(asked).toEqual([expect.stringMatching(new RegExp(`^(?:\\w+ )?${TOKEN}$`))]);
  });

  test('pushes to and fetches from a Git server that requires the token', async () => {
    const served = join(lab.folder, 'served');
    execFileSync('git', ['init', '-q', '--bare', '-b', 'main', join(served, 'repo.git')]);
    execFileSync('git', ['-C', join(served, 'repo.git'), 'config', 'http.receivepack', 'true']);
    const port = await lab.openSite((request, response) => {
      asked.push(whoAsks(request));
      if (whoAsks(request) === TOKEN) serveGit(served, request, response);
      else response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
    });
    const url = `https://${SITE}:${port}/repo.git`;
    const line = [
      `git init -q -b main one && cd one && git config user.name a && git config user.email a@b`,
      `head -c 3000000 /dev/urandom >big && git add big && git commit -q -m pushed && git push -q ${url} main`,
      `cd .. && git clone -q ${url} two && git -C two log --format=%s && cmp one/big two/big`,
    ].join(' && ');
    expect(await lab.runWith(line, port)).toMatchObject({ exitCode: 0, head: 'pushed\n' });
    expect(new Set(asked)).toEqual(new Set(['nobody', TOKEN]));
  });

  test('has its own placeholder, which is useless to another command', async () => {
    const port = await lab.openSite((request, response) => response.end(whoAsks(request)));
    const first = await lab.runWith('printf %s "$SITE_TOKEN"', port);
    const line = `curl -sS -H "Authorization: Bearer ${first.head}" https://${SITE}:${port}/; echo; echo "$SITE_TOKEN"`;
    const [echoed, own] = (await lab.runWith(line, port)).head.split('\n');
    expect(echoed).toBe(`Bearer ${first.head}`);
    expect(own).not.toBe(first.head);
  });

  test('reaches other hosts end to end, and plain HTTP hosts without the token', async () => {
    const port = await lab.openSite((_, response) => response.end());
    const other = await lab.openSite((request, response) => response.end(whoAsks(request)), '127.0.0.3');
    const plain = await lab.listen(createServer((request, response) => response.end(whoAsks(request))));
    const authorization = '-H "Authorization: Bearer $SITE_TOKEN"';
    const line = [
      'echo "Bearer $SITE_TOKEN"',
      `curl -sS ${authorization} https://127.0.0.3:${other}/`,
      `curl -sS ${authorization} http://${SITE}:${plain}/`,
      `curl -sSv https://127.0.0.3:${other}/ 2>&1 | grep issuer`,
      `curl -sSv https://${SITE}:${port}/ 2>&1 | grep issuer`,
    ].join('; echo; ');
    const end = await lab.runWith(line, port, { hosts: [`127.0.0.3:${other}`, `${SITE}:${plain}`] });
    const [own, ...said] = end.head.split('\n').filter((each) => each !== '');
    expect(said).toEqual([own, own, expect.stringContaining('CN=test'), expect.stringContaining('CN=Bowline')]);
  });

  test('gets no token for a host that cannot be verified', async () => {
    const { createServer: createTls } = await import('node:https');
    const answer = (request: IncomingMessage, response: ServerResponse): void => {
      asked.push(whoAsks(request));
      response.end('page');
    };
    const unknown = await lab.listen(createTls(lab.certify(SITE, 'unknown'), answer));
    const misnamed = await lab.listen(createTls(lab.certify('127.0.0.3'), answer));
    for (const port of [unknown, misnamed]) {
      const end = await lab.runWith(clients.curl(`https://${SITE}:${port}/`), port);
      expect(end.head).toContain(`could not reach ${SITE}`);
    }
    expect(asked).toEqual([]);
  });

  test('leaves the token in none of our files, and in no environment', async () => {
    const port = await lab.openSite((_, response) => response.end());
    const credentials = [{ host: `${SITE}:${port}`, variable: 'SITE_TOKEN', token: TOKEN }];
    const command = await lab.start('read -r line', { hosts: [`${SITE}:${port}`], credentials }, { pty: true });
    const supervisor = Number(
      readFileSync(`/proc/${command.pid ?? 0}/stat`, 'latin1')
        .split(') ')[1]
        ?.split(' ')[1],
    );
    const files = readdirSync(lab.stateFolder, { recursive: true, withFileTypes: true }).filter((each) =>
      each.isFile(),
    );
    const texts = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'));
    for (const pid of [supervisor, command.pid])
      texts.push(...['environ', 'cmdline'].map((name) => readFileSync(`/proc/${pid}/${name}`, 'latin1')));
    expect(texts.filter((text) => text.includes(TOKEN))).toEqual([]);
    // Makes sure that the search covers the right places.
    expect(texts.some((text) => text.includes('SITE_TOKEN=npm_'))).toBe(true);
    expect(texts.some((text) => text.includes('read -r line'))).toBe(true);
    await command.kill();
  });
});

/** Git's own HTTP backend. */
function serveGit(root: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '', 'http://a');
  const { headers, method = 'GET' } = request;
  const backend = spawn('git', ['http-backend'], {
    env: {
      PATH: path,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: method,
      REMOTE_USER: 'me',
      CONTENT_TYPE: headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: headers['content-encoding'] ?? '',
      ...(headers['content-length'] === undefined ? {} : { CONTENT_LENGTH: headers['content-length'] }),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  request.pipe(backend.stdin);
  const said: Buffer[] = [];
  backend.stdout.on('data', (chunk: Buffer) => said.push(chunk));
  backend.on('close', () => {
    const all = Buffer.concat(said);
    const at = all.indexOf('\r\n\r\n');
    const lines = all.subarray(0, at).toString().split('\r\n');
    const pairs = lines
      .map((line) => line.split(': '))
      .map(([name = '', value = '']): [string, string] => [name, value]);
    const { Status: status = '200', ...kept } = Object.fromEntries(pairs);
    response.writeHead(parseInt(status, 10), kept).end(all.subarray(at + 4));
  });
}
