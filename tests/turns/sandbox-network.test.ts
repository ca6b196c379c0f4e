import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCommands } from './run-commands.ts';

/** A loopback address that programs do not recognize as local, so that they use the proxy. */
const SITE = '127.0.0.2';

/** A site, and the paths requested from it. */
async function openSite(host = SITE): Promise<{ readonly host: string; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end('page');
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server.listen(0, host), 'listening');
  return { host: `${host}:${(server.address() as AddressInfo).port}`, asked };
}

/** A script that fetches a page and fails if the response is not OK. */
const getting = (url: string): string =>
  `const response = await fetch('${url}');
   console.log(await response.text());
   process.exit(response.ok ? 0 : 1);`;

const withScript = (url: string) => (workspace: string) => {
  writeFileSync(join(workspace, 'get.mjs'), getting(url));
};

test('an approval and its grant name a host that the command is known to need', async () => {
  const { asked } = await runCommands(['npm ci'], { answers: ['denied'] });
  expect(asked).toMatchObject([
    {
      profile: 'work',
      hosts: ['registry.npmjs.org'],
      grant: { text: 'running `npm ci` with any arguments, reaching registry.npmjs.org' },
    },
  ]);
});

test('a command can reach hosts from the settings, also on a private network', async () => {
  const site = await openSite();
  const { asked, results } = await runCommands(['mkdir d && node --no-warnings get.mjs'], {
    answers: ['once'],
    sandbox: { hosts: [site.host] },
    prepare: withScript(`http://${site.host}/`),
  });
  expect(asked.map(({ profile }) => profile)).toEqual(['work']);
  expect([results, site.asked]).toEqual([[['ok', 'page']], ['/']]);
});

test('a command without approval reaches no host from the settings', async () => {
  const site = await openSite();
  const { asked, results } = await runCommands(['node --no-warnings get.mjs'], {
    sandbox: { hosts: [site.host] },
    prepare: withScript(`http://${site.host}/`),
  });
  expect([asked, site.asked]).toEqual([[], []]);
  expect(results[0]?.[1]).not.toBe('page');
});

test('a blocked host is requested by name, the command runs again with it, and the next run requests it at once', async () => {
  const [site, named] = [await openSite(), `${SITE}:9`];
  const { asked, results } = await runCommands(
    ['mkdir -p d && node --no-warnings get.mjs', 'mkdir -p d && node --no-warnings get.mjs'],
    {
      answers: ['once', 'once', 'denied'],
      sandbox: { hosts: [named] },
      prepare: withScript(`http://${site.host}/`),
    },
  );
  expect(asked.map(({ profile, hosts }) => [profile, hosts])).toEqual([
    ['work', [named]],
    ['work', [named, site.host]],
    ['work', [named, site.host]],
  ]);
  expect(asked[1]?.findings.map(({ message }) => message)).toEqual(
    expect.arrayContaining([
      `it tried to reach ${site.host}`,
      'it ran once already, and running it again repeats its effects',
    ]),
  );
  expect(results).toEqual([
    ['ok', 'page'],
    ['denied', expect.anything()],
  ]);
  expect(site.asked).toEqual(['/']);
});

test('an approval does not open a host on a private network that the settings do not name', async () => {
  const [site, other] = [await openSite(), await openSite('127.0.0.3')];
  const { asked, results } = await runCommands(['mkdir d; node --no-warnings get.mjs'], {
    answers: ['once', 'once', 'denied'],
    sandbox: { hosts: [other.host] },
    prepare: withScript(`http://${site.host}/`),
  });
  expect(asked.map(({ profile, hosts }) => [profile, hosts])).toEqual([
    ['work', [other.host]],
    ['work', [other.host, site.host]],
    ['open', undefined],
  ]);
  expect(asked[2]?.findings[0]?.message).toMatch(
    /which is on a private network\. To allow that, add it to security\.sandboxHosts/,
  );
  expect([results[0]?.[0], site.asked]).toEqual(['sandbox_refused', []]);
});

test('a server on this machine can only be reached outside the sandbox', async () => {
  const site = await openSite('127.0.0.1');
  const { asked, results } = await runCommands(['node --no-warnings get.mjs'], {
    answers: ['once'],
    prepare: withScript(`http://${site.host}/`),
  });
  expect(asked).toMatchObject([
    {
      profile: 'open',
      findings: [
        { message: `it reports that it cannot connect to ${site.host} on this machine` },
        { check: 'command_hazard' },
      ],
    },
  ]);
  expect(results).toEqual([['ok', 'page']]);
});

test('a command that succeeds without a blocked host is told about it', async () => {
  const [site, named] = [await openSite(), `${SITE}:9`];
  const { asked, results } = await runCommands(['mkdir d && (node --no-warnings get.mjs 2>/dev/null || true)'], {
    answers: ['once', 'denied'],
    sandbox: { hosts: [named] },
    prepare: withScript(`http://${site.host}/`),
  });
  expect(asked.map(({ profile }) => profile)).toEqual(['work']);
  expect(results).toEqual([
    ['ok', expect.stringContaining(`It ran in the sandbox, which blocked access to ${site.host}.`)],
  ]);
});

test('output about an allowed host is ignored if the proxy has not seen a request', async () => {
  const { asked } = await runCommands(['mkdir d && node say.cjs'], {
    answers: ['once', 'denied'],
    sandbox: { hosts: ['a.example'] },
    prepare: (workspace) => {
      const lines = ['Could not resolve host: a.example', 'Could not resolve host: b.example'];
      writeFileSync(join(workspace, 'say.cjs'), `console.log(${JSON.stringify(lines.join('\n'))}); process.exit(1)`);
    },
  });
  expect(asked.map(({ profile }) => profile)).toEqual(['work']);
});
