import { createServer, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { toText } from '@bowline/protocol';
import { openLocalWorkspace, type LocalWorkspace, type LocalWebParts } from '@bowline/workspace';
import { webFetch, type ToolOutcome } from '@bowline/tools';
import type { Claim, ClaimResult, ClaimRun } from '../claim.ts';
import { unguardedGet } from './unguarded-get.ts';
import { watchSockets } from './watch-sockets.ts';
import { caseNames, webCases, type WebCase, type WebPlaces } from './web-cases.ts';

const SECRET = 'the canary was read';

/** Measures what a page can reach that the model was tricked into fetching. */
export const s8Web: Claim = {
  id: 'S8-web',
  sentence: `Of ${webCases.length} URLs that lead to this machine, a private network or cloud metadata (in every notation, by name, over IPv6, by redirect, by scheme), web_fetch fetches 0. It connects only to the permitted server that a redirect comes from. If a name resolves to a private address at its second lookup, the request still goes to the address of the first lookup. No cookie is sent.`,
  async run(run) {
    const folder = mkdtempSync(join(tmpdir(), 'bowline-s8-'));
    const stage = await openStage();
    try {
      return await measure(stage, folder, run);
    } finally {
      await Promise.all(stage.servers.map(close));
      rmSync(folder, { recursive: true });
    }
  },
};

interface Stage {
  readonly places: WebPlaces;
  readonly servers: readonly Server[];
  readonly hits: { canary: number; first: number; second: number };
  /** A port on which one server listens at 127.0.0.1 and another at 127.0.0.2. */
  readonly twin: number;
  readonly hasSix: boolean;
}

async function openStage(): Promise<Stage> {
  const hits = { canary: 0, first: 0, second: 0 };
  const count = (name: keyof typeof hits): Server =>
    createServer((_, response) => {
      hits[name] += 1;
      response.writeHead(200, { 'content-type': 'text/plain' }).end(SECRET);
    });
  const canary = count('canary');
  const hasSix = Object.values(networkInterfaces()).some((cards) => cards?.some(({ address }) => address === '::1'));
  const canaryPort = await listen(canary, { port: 0, host: hasSix ? '::' : '0.0.0.0' });
  const open = createServer((request, response) => {
    const target = /^\/to\/(.*)$/.exec(request.url ?? '')?.[1];
    const headers = { 'set-cookie': 'a=b', 'content-type': 'text/plain' };
    if (target === undefined)
      response.writeHead(200, headers).end(`permitted ${request.headers.cookie ?? 'no cookie'}`);
    else response.writeHead(302, { ...headers, location: decodeURIComponent(target) }).end();
  });
  const [first, second] = [count('first'), count('second')];
  const twin = await listen(first, { port: 0, host: '127.0.0.1' });
  await listen(second, { port: twin, host: '127.0.0.2' });
  const own = Object.values(networkInterfaces()).flatMap((cards) => cards ?? []);
  const places = {
    canary: canaryPort,
    open: await listen(open, { port: 0, host: '127.0.0.1' }),
    own: own.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1',
  };
  return { places, servers: [canary, open, first, second], hits, twin, hasSix };
}

async function measure(stage: Stage, folder: string, { say }: ClaimRun): Promise<ClaimResult> {
  const workspace = openHost(folder, {
    allowedHosts: [`127.0.0.1:${stage.places.open}`],
    resolve: async (name) => caseNames[name] ?? [],
  });
  const cases = webCases.filter(({ isSix }) => isSix !== true || stage.hasSix);
  const failures: string[] = [];
  for (const each of cases) failures.push(...(await tryCase(each, workspace, stage)));
  const dead: string[] = [];
  for (const each of cases.filter(({ isLive }) => isLive)) if (!(await hitsCanary(each, stage))) dead.push(each.name);
  for (const failure of failures) say(`not blocked: ${failure}`);
  for (const name of dead) say(`hits nothing without a guard: ${name}`);
  const permitted = await fetchWith(workspace, `http://127.0.0.1:${stage.places.open}/to/%2Fhere`);
  const rebinding = await rebind(stage, folder);
  const isPermittedRead = permitted.ok && toText(permitted.content).includes('permitted no cookie');
  return {
    holds: failures.length === 0 && dead.length === 0 && isPermittedRead && rebinding.isPinned,
    figures: {
      cases: cases.length,
      blocked: cases.length - new Set(failures.map((failure) => failure.split(':')[0])).size,
      canaryHitWithoutGuard: cases.filter(({ isLive }) => isLive).length - dead.length,
      isPermittedRead,
      ...rebinding,
    },
    against:
      'the same URLs through a client without a guard, which hits the canary in every case that a canary on this machine can show; the same name through a client that looks it up again',
  };
}

/** The forbidden effects of a case; empty if it was blocked. */
async function tryCase(
  { name, url }: WebCase,
  workspace: LocalWorkspace,
  { places, hits }: Stage,
): Promise<readonly string[]> {
  hits.canary = 0;
  const { attempts, stop } = watchSockets();
  const outcome = await fetchWith(workspace, url(places));
  stop();
  const strays = attempts.filter((attempt) => attempt !== `127.0.0.1:${places.open}`);
  const isTold = outcome.ok || outcome.errorType !== 'url_refused';
  return [
    ...(isTold ? [`${name}: ${outcome.ok ? 'was fetched' : outcome.errorType}`] : []),
    ...(strays.length > 0 ? [`${name}: connected to ${strays.join(', ')}`] : []),
    ...(hits.canary > 0 || toText(outcome.content).includes(SECRET) ? [`${name}: hit the canary`] : []),
  ];
}

async function hitsCanary({ url }: WebCase, { places, hits }: Stage): Promise<boolean> {
  hits.canary = 0;
  await unguardedGet(url(places));
  return hits.canary > 0;
}

/** A name that resolves to another address at each lookup. */
async function rebind({ twin, hits }: Stage, folder: string) {
  const answers = ['127.0.0.1', '127.0.0.2'];
  let looks = 0;
  const resolve = async (): Promise<readonly string[]> => [answers[Math.min(looks++, 1)] ?? ''];
  const url = `http://rebind.example:${twin}/`;
  await fetchWith(openHost(folder, { allowedHosts: [`rebind.example:${twin}`], resolve }), url);
  const guarded = { ...hits, looks };
  // A client that checks the first answer and then lets the connection look up the name again.
  await resolve();
  const lookup: LookupFunction = (_, options, callback) => {
    if (options.all === true) callback(null, [{ address: '127.0.0.2', family: 4 }]);
    else callback(null, '127.0.0.2', 4);
  };
  await unguardedGet(url, lookup);
  const isPublicPinned = await pinsPublic(folder);
  return {
    lookups: guarded.looks,
    rebindsToChecked: guarded.first,
    rebindsToOther: guarded.second,
    rebindsWithoutGuard: hits.second,
    isPinned: guarded.looks === 1 && guarded.first === 1 && guarded.second === 0 && hits.second === 1 && isPublicPinned,
  };
}

/**
 * The same with the guard's own rules: a public address first, loopback from then on. The public address need not
 * answer.
 */
async function pinsPublic(folder: string): Promise<boolean> {
  const checked = '2001:4860:4860::8888';
  let looks = 0;
  const resolve = async (): Promise<readonly string[]> => [looks++ === 0 ? checked : '127.0.0.1'];
  const { attempts, stop } = watchSockets();
  const give = new AbortController();
  const fetched = fetchWith(openHost(folder, { resolve }), 'http://rebind.example:8080/', give.signal);
  const deadline = Date.now() + 5000;
  while (attempts.length === 0 && Date.now() < deadline) await new Promise(setImmediate);
  give.abort();
  await fetched;
  stop();
  return looks === 1 && attempts.length > 0 && attempts.every((attempt) => attempt === `${checked}:8080`);
}

function openHost(folder: string, web: LocalWebParts): LocalWorkspace {
  const process = { supervisorEntry: '', execPath: '', execArgv: [], env: {} };
  return openLocalWorkspace({
    root: folder,
    directories: [],
    stateFolder: join(folder, 'state'),
    web,
    ...process,
  });
}

async function fetchWith(
  workspace: LocalWorkspace,
  url: string,
  signal = new AbortController().signal,
): Promise<ToolOutcome> {
  const parsed = webFetch.parse({ url });
  if (!parsed.ok) throw new Error(parsed.text);
  return await parsed.call.run({ workspace, signal, key: 's8', update: () => {} });
}

async function listen(server: Server, at: { readonly port: number; readonly host: string }): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(at, resolve);
  });
  return (server.address() as AddressInfo).port;
}

async function close(server: Server): Promise<void> {
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
}
