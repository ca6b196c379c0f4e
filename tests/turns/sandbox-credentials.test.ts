import { openSettings } from '@bowline/settings';
import { describeProfile } from '@bowline/protocol';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createAuthority } from '../../packages/workspace/src/sandbox/credentials/create-authority.ts';
import { runCommands } from './run-commands.ts';

/** A loopback address that programs do not recognize as local, so that they use the proxy. */
const SITE = '127.0.0.2';
const TOKEN = 'npm_4fJq8ZkT2vXw7LrB9cYd3HsN6mPaQeUgK1oV';

/** A TLS site with a log of its clients, and the token for it. */
async function openSite() {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-'));
  const authority = createAuthority([SITE]);
  const authorities = join(folder, 'ca.pem');
  writeFileSync(authorities, authority.certificate);
  const asked: string[] = [];
  const server = createServer(authority.issue(SITE), ({ headers }, response) => {
    asked.push(headers.authorization ?? 'nobody');
    response.end(`hello ${headers.authorization ?? 'nobody'}`);
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true });
  });
  await once(server.listen(0, SITE), 'listening');
  const host = `${SITE}:${(server.address() as AddressInfo).port}`;
  const script = `curl -sS -H "Authorization: Bearer $SITE_TOKEN" https://${host}/; echo; env`;
  const prepare = (workspace: string): void => {
    writeFileSync(join(workspace, 'get.sh'), script);
    writeFileSync(join(workspace, 'kept.txt'), `${TOKEN}\n`);
  };
  return { host, asked, prepare, credential: { host, variable: 'SITE_TOKEN', token: TOKEN, authorities } };
}

test('an approval names the token for a host, and the command uses the token without seeing it', async () => {
  const { host, asked: seen, credential, prepare } = await openSite();
  const { asked, results } = await runCommands(['mkdir d; sh get.sh'], {
    answers: ['once'],
    prepare,
    sandbox: { hosts: [host], credentials: [credential] },
  });
  expect(asked).toMatchObject([{ profile: 'work', credentials: [{ host, variable: 'SITE_TOKEN' }] }]);
  expect(describeProfile(asked[0] ?? {})).toBe(
    `Runs in the sandbox: it can change the workspace and reach ${host} only, with your SITE_TOKEN.`,
  );
  expect(seen).toEqual([`Bearer ${TOKEN}`]);
  expect(results[0]?.[1]).toMatch(/hello Bearer npm_\w{36}[^]*SITE_TOKEN=npm_/);
  expect(JSON.stringify([asked, results])).not.toContain(TOKEN);
});

test('a command that does not reach the host, or that ran without approval, does not get the token', async () => {
  const { host, asked: seen, credential } = await openSite();
  const { asked, results } = await runCommands(['mkdir d; env', 'node -p process.env.SITE_TOKEN'], {
    answers: ['once'],
    sandbox: { hosts: [`${SITE}:9`], credentials: [credential] },
  });
  expect(asked.map(({ profile, credentials }) => [profile, credentials])).toEqual([['work', undefined]]);
  expect(results[0]?.[1]).not.toContain('SITE_TOKEN');
  expect(results[1]?.[1]).toContain('undefined');
  expect([seen, host]).toEqual([[], credential.host]);
});

test('the token is in no saved file and in no process environment', async () => {
  const { host, credential, prepare } = await openSite();
  // Outside the sandbox a command sees the supervisor, which is its parent.
  const outside = `tr '\\0' '\\n' </proc/$PPID/environ; echo of parent; env; touch ../outside; cat kept.txt`;
  const { asked, results, bench } = await runCommands(['mkdir d; sh get.sh', outside], {
    answers: ['once', 'once'],
    prepare,
    sandbox: { hosts: [host], credentials: [credential] },
  });
  expect(asked.map(({ profile }) => profile)).toEqual(['work', 'open']);
  expect(results[0]?.[1]).toContain('hello Bearer npm_');
  expect(results[1]?.[1]).toMatch(/^PATH=[^]*of parent\n[^]*PATH=[^]*\n\[redacted\]$/);
  expect(results[1]?.[1]).not.toMatch(/SITE_TOKEN|KEY|TOKEN|SECRET/);
  const files = readdirSync(join(bench.sessions, '..'), { recursive: true, withFileTypes: true });
  const texts = files
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'));
  expect(texts.some((text) => text.includes('SITE_TOKEN=npm_'))).toBe(true);
  expect(texts.filter((text) => text.includes(TOKEN))).toEqual([]);
  expect(JSON.stringify([asked, results])).not.toContain(TOKEN);
});

test('settings name the variable, no process gets its value under any name, and project settings are ignored', async () => {
  const { host, asked: seen, credential, prepare } = await openSite();
  const folderOf = (workspace: string, name: string): string => join(workspace, '..', 'home', name);
  const own = {
    sandboxHosts: [host],
    sandboxCredentials: [{ host, variable: 'SITE_TOKEN' }],
    environmentVariableRedaction: { allowed: ['SITE_TOKEN', 'SAME_TOKEN', 'OTHER'] },
  };
  const others = { sandboxCredentials: [{ host: `${SITE}:9`, variable: 'GEMINI_API_KEY' }] };
  const env = { SITE_TOKEN: TOKEN, SAME_TOKEN: `x${TOKEN}`, OTHER: 'other', GEMINI_API_KEY: 'key-of-the-model-1234' };
  const { asked, results } = await runCommands(['mkdir d; sh get.sh', 'env; touch ../outside'], {
    answers: ['once', 'once'],
    prepare: (workspace) => {
      prepare(workspace);
      mkdirSync(join(workspace, '.bowline'));
      writeFileSync(folderOf(workspace, 'settings.json'), JSON.stringify({ security: own }));
      writeFileSync(join(workspace, '.bowline', 'settings.json'), JSON.stringify({ security: others }));
    },
    settings: (workspace) => {
      const [home, bowlineHome] = [folderOf(workspace, '.'), folderOf(workspace, '.')];
      const more = { NODE_EXTRA_CA_CERTS: credential.authorities };
      return openSettings({ env: { ...env, ...more }, home, bowlineHome, workspace, isTrusted: true });
    },
  });
  expect(asked.map(({ profile, credentials }) => [profile, credentials])).toEqual([
    ['work', own.sandboxCredentials],
    ['open', undefined],
  ]);
  expect(seen).toEqual([`Bearer ${TOKEN}`]);
  expect(results[1]?.[1]).toContain('OTHER=other');
  expect(results[1]?.[1]).not.toMatch(/SITE_TOKEN|SAME_TOKEN|GEMINI/);
});

test.each([
  [['a.test'], [], 'it can change the workspace and reach a.test only.'],
  [['a.test'], [{ host: 'a.test', variable: 'A' }], 'reach a.test only, with your A.'],
  [[], [{ host: 'a.test', variable: 'A' }], 'reach a.test only, with your A.'],
  [['a.test', 'b.test'], [{ host: 'b.test', variable: 'B' }], 'a.test and b.test only, with your B for b.test.'],
])('an approval of a command with %j and %j describes both', (hosts, credentials, sentence) => {
  expect(describeProfile({ profile: 'work', hosts, credentials })).toContain(sentence);
});
