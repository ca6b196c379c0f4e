import { createHttp, type Http, type ProviderEntry } from '@bowline/models';
import type { ModelInspection } from '@bowline/providers';
import { parseModelList, toModelListRequest } from '@bowline/providers';
import { baseUrlOf, hasKeyHeader, headersOf } from '@bowline/providers';
import { toAnswerFailure, toNetworkFailure, toNoApi, type Probed, type ProbeFailure } from './probe-failure.ts';
import { probeTexts } from '../texts/probe-texts.ts';
import { findVertexAccess, isVertexWanted } from '@bowline/providers';

/** The result of requesting a provider's models. */
export type ProbeOutcome =
  | { readonly state: 'reachable'; readonly models: readonly string[] }
  | { readonly state: 'unreachable'; readonly failure: ProbeFailure }
  /** A local server that is not running and that the user never configured. */
  | { readonly state: 'not_running' }
  | { readonly state: 'no_key'; readonly failure: ProbeFailure }
  /** It has its credentials, but no request was sent. */
  | { readonly state: 'not_asked' };

/** A provider and its availability. */
export interface ProviderProbe {
  readonly name: string;
  readonly kind: ProviderEntry['kind'];
  /** The host of the server, without secrets that its URL may contain. */
  readonly host: string;
  /** Where its credential was found. Undefined if it has or needs none. */
  readonly credential: string | undefined;
  readonly outcome: ProbeOutcome;
}

/** Which providers to query, and for how long. */
export interface ProbeOptions {
  /** Only these providers. Default: all. */
  readonly only?: readonly string[] | undefined;
  /** Sends no requests. */
  readonly isOffline?: boolean | undefined;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number | undefined;
  readonly http?: Http | undefined;
  /** Called before the first request and after each response, with the names that are still awaited. */
  readonly onWaiting?: ((names: readonly string[]) => void) | undefined;
}

const TIMEOUT_MS = 5000;
const VERTEX = 'https://aiplatform.googleapis.com';

/** Requests the models of all providers in parallel. A failure is a value in its place. */
export async function probeProviders(
  inspection: ModelInspection,
  options: ProbeOptions,
): Promise<readonly ProviderProbe[]> {
  const { only, http = createHttp({ env: inspection.env }), onWaiting } = options;
  const entries = Object.entries(inspection.providers).filter(([name]) => only?.includes(name) ?? true);
  const awaited = new Set(entries.map(([name]) => name));
  onWaiting?.([...awaited]);
  return await Promise.all(
    entries.map(async ([name, entry]) => {
      const probe = await new Probe({ name, entry, inspection, http }, options).run();
      awaited.delete(name);
      onWaiting?.([...awaited]);
      return probe;
    }),
  );
}

interface Subject {
  readonly name: string;
  readonly entry: ProviderEntry;
  readonly inspection: ModelInspection;
  readonly http: Http;
}

/** What a request needs, or why it is missing. */
type Access =
  | {
      readonly source: string | undefined;
      readonly secret: (signal: AbortSignal) => Promise<string | undefined>;
      readonly headers: Readonly<Record<string, string>>;
      /** It has no list of models. */
      readonly isMute?: boolean;
    }
  | { readonly failure: ProbeFailure };

class Probe {
  readonly #subject: Subject;
  readonly #options: ProbeOptions;

  constructor(subject: Subject, options: ProbeOptions) {
    this.#subject = subject;
    this.#options = options;
  }

  async run(): Promise<ProviderProbe> {
    const { name, entry, inspection } = this.#subject;
    const { baseUrl = VERTEX } = baseUrlOf(entry, inspection.env);
    const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : '';
    const access = entry.kind === 'vertex' ? await this.#vertexAccess() : this.#keyAccess();
    const about = { name, kind: entry.kind, host };
    if ('failure' in access)
      return { ...about, credential: undefined, outcome: { state: 'no_key', failure: access.failure } };
    const isAsked = this.#options.isOffline !== true && access.isMute !== true;
    const outcome: ProbeOutcome = isAsked ? await this.#ask(baseUrl, access) : { state: 'not_asked' };
    return { ...about, credential: access.source, outcome };
  }

  #keyAccess(): Access {
    const { name, entry, inspection } = this.#subject;
    const { env, credentials } = inspection;
    // Gemini CLI's variable is for Gemini only; it may contain a key.
    const headers = entry.kind === 'gemini' ? headersOf(entry, env) : (entry.headers ?? {});
    const found = credentials.find(name, entry);
    if (found !== undefined) return { source: found.source, secret: async () => found.apiKey, headers };
    const isKeyed = hasKeyHeader(headers);
    if (entry.isKeyless !== true && !isKeyed) return { failure: toNoKey(name, entry) };
    const source = !isKeyed ? undefined : hasKeyHeader(entry.headers ?? {}) ? probeTexts.fromHeader : HEADERS;
    return { source, secret: async () => undefined, headers };
  }

  async #vertexAccess(): Promise<Access> {
    const { name, entry, inspection, http } = this.#subject;
    const { env, asked } = inspection;
    const isWanted = asked.provider === name || isVertexWanted(env);
    const access = await findVertexAccess({ env, http, isWanted, isOffline: this.#options.isOffline });
    if (access.kind === 'none') return { failure: { reason: 'no_key', message: access.message, hint: access.hint } };
    const headers = headersOf(entry, env);
    if (access.kind === 'express')
      return { source: access.source, secret: async () => undefined, headers, isMute: true };
    const { project, source } = access;
    if (project === undefined) return { failure: { reason: 'no_key', ...probeTexts.noProject } };
    return {
      source,
      secret: async (signal) => await access.token(signal),
      headers: { 'x-goog-user-project': (await access.payer()) ?? project, ...headers },
    };
  }

  async #ask(baseUrl: string, access: Exclude<Access, { failure: ProbeFailure }>): Promise<ProbeOutcome> {
    const { name, entry, inspection, http } = this.#subject;
    const { timeoutMs = TIMEOUT_MS } = this.#options;
    const signal = AbortSignal.any([this.#options.signal, AbortSignal.timeout(timeoutMs)]);
    const { source: placeSource } = baseUrlOf(entry, inspection.env);
    let secret: string | undefined;
    const probed = (): Probed => ({
      name,
      host: URL.canParse(baseUrl) ? new URL(baseUrl).host : probeTexts.anAddress,
      placeSource: placeSource ?? entry.baseUrlEnv ?? probeTexts.fromSettings,
      proxy: http.proxyFor(baseUrl),
      keySource: access.source,
      keyUrl: entry.keyUrl,
      secret,
      timeoutMs,
    });
    try {
      secret = await access.secret(signal);
      const request = toModelListRequest({ kind: entry.kind, baseUrl, secret, headers: access.headers });
      const response = await http.get({ ...request, signal });
      const { statusCode = 0 } = response;
      const text = await readText(response);
      const models = statusCode === 200 ? parseModelList(entry.kind, text) : undefined;
      if (models !== undefined) return { state: 'reachable', models };
      return this.#isUnclaimed(access.source)
        ? { state: 'not_running' }
        : { state: 'unreachable', failure: toAnswer(statusCode, text, probed()) };
    } catch (thrown) {
      const failure = toNetworkFailure(signal.aborted ? signal.reason : thrown, probed());
      return this.#isUnclaimed(access.source) ? { state: 'not_running' } : { state: 'unreachable', failure };
    }
  }

  /** A local server at its default address that the user never configured. */
  #isUnclaimed(credential: string | undefined): boolean {
    const { name, entry, inspection } = this.#subject;
    const { asked, env, configured } = inspection;
    const isOurs = baseUrlOf(entry, env).source === undefined && !configured.includes(name);
    const isMeant = asked.provider === name || this.#options.only?.length === 1;
    return entry.isKeyless === true && credential === undefined && isOurs && !isMeant;
  }
}

const HEADERS = '$GEMINI_CLI_CUSTOM_HEADERS';

function toNoKey(name: string, { keyEnv, keyUrl }: ProviderEntry): ProbeFailure {
  return { reason: 'no_key', ...probeTexts.noKey(name, keyEnv[0], keyUrl) };
}

function toAnswer(status: number, text: string, probed: Probed): ProbeFailure {
  return status >= 400 ? toAnswerFailure(status, text, probed) : toNoApi(status, probed);
}

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
