import { AgentError } from '@bowline/protocol';
import { setTimeout as sleep } from 'node:timers/promises';
import { isObjectKey, type ListedObject, type ObjectStore } from './object-store.ts';
import { sha256, signRequest, type StoreCredentials } from './sign-request.ts';

/** A bucket of an object store that speaks the S3 protocol. */
export interface S3Place {
  /** For example `https://s3.eu-central-1.amazonaws.com`. The bucket is the first part of the path. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly credentials: StoreCredentials;
  /** How long a request may take. Default: 60 s. */
  readonly timeoutMs?: number;
  /** How often a request is sent that fails for a reason that may pass. Default: 6 times. */
  readonly attempts?: number;
}

interface S3Call {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

const TIMEOUT_MS = 60_000;
const ATTEMPTS = 6;
const FIRST_PAUSE_MS = 100;
const MAX_LISTING = 8 * 1024 * 1024;
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Opens a bucket. Sends nothing before it is used. */
export function openS3Objects(place: S3Place): ObjectStore {
  const bucket = new Bucket(place);
  return {
    async facts(key) {
      const response = await bucket.call({ method: 'HEAD', key });
      if (response === undefined) return undefined;
      const at = Date.parse(response.headers.get('last-modified') ?? '');
      return { bytes: Number(response.headers.get('content-length') ?? 0), at: Number.isNaN(at) ? 0 : at };
    },
    async get(key, maxBytes) {
      return await bucket.read({ method: 'GET', key }, maxBytes);
    },
    async put(key, body) {
      await bucket.call({ method: 'PUT', key, body });
    },
    list: (prefix) => listAll(bucket, prefix),
    async remove(key) {
      await bucket.call({ method: 'DELETE', key });
    },
  };
}

async function* listAll(bucket: Bucket, prefix: string): AsyncGenerator<ListedObject> {
  let token: string | undefined;
  do {
    const next = token === undefined ? {} : { 'continuation-token': token };
    const page = await bucket.read({ method: 'GET', query: { 'list-type': '2', prefix, ...next } }, MAX_LISTING);
    if (page === undefined) throw new AgentError('STORE_FAILED', 'The bucket does not exist');
    const text = Buffer.from(page).toString('utf8');
    for (const [, entry = ''] of text.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
      const key = valueOf(entry, 'Key') ?? '';
      if (isObjectKey(key))
        yield { key, bytes: Number(valueOf(entry, 'Size')), at: Date.parse(valueOf(entry, 'LastModified') ?? '') };
    }
    token = valueOf(text, 'IsTruncated') === 'true' ? valueOf(text, 'NextContinuationToken') : undefined;
  } while (token !== undefined);
}

/** The text of an element without children. */
function valueOf(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text?.replace(/&(amp|lt|gt|quot|apos|#39|#34);/g, (_, entity: string) => ENTITIES[entity] ?? '');
}

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>' },
  ...{ quot: '"', apos: "'", '#39': "'", '#34': '"' },
};

class Bucket {
  readonly #place: S3Place;

  constructor(place: S3Place) {
    this.#place = place;
  }

  /** Sends a request until it has an answer. Undefined: there is no such object. */
  async call(call: S3Call): Promise<Response | undefined> {
    return await this.#send(call, async (response) => {
      await response.arrayBuffer(); // so that the connection can be used again
      return response;
    });
  }

  /** The body of the answer. One that breaks off is asked for again. */
  async read(call: S3Call, maxBytes: number): Promise<Uint8Array | undefined> {
    return await this.#send(call, (response) => readBounded(response, maxBytes));
  }

  async #send<Result>(call: S3Call, use: (response: Response) => Promise<Result>): Promise<Result | undefined> {
    if (call.key !== undefined && !isObjectKey(call.key))
      throw new AgentError('STORE_FAILED', `Invalid object key: ${call.key}`);
    const { attempts = ATTEMPTS } = this.#place;
    for (let attempt = 1; ; attempt += 1) {
      const failure = await this.#try(call, use);
      if ('result' in failure) return failure.result;
      if (!failure.error.retryable || attempt >= attempts) throw failure.error;
      await sleep(FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random()));
    }
  }

  async #try<Result>(
    call: S3Call,
    use: (response: Response) => Promise<Result>,
  ): Promise<{ readonly result: Result | undefined } | { readonly error: AgentError }> {
    try {
      const response = await this.#request(call);
      if (response.status === 404) {
        await response.arrayBuffer();
        return { result: undefined };
      }
      if (response.ok) return { result: await use(response) };
      return { error: await toError(call, response) };
    } catch (thrown) {
      if (AgentError.is(thrown)) return { error: thrown };
      const message = `The object store cannot be reached: ${AgentError.from(thrown).message}`;
      return { error: new AgentError('STORE_FAILED', message, { retryable: true, cause: thrown }) };
    }
  }

  async #request({ method, key, query = {}, body }: S3Call): Promise<Response> {
    const { endpoint, bucket, region, credentials, timeoutMs = TIMEOUT_MS } = this.#place;
    const url = new URL(`${endpoint.replace(/\/$/, '')}/${bucket}${key === undefined ? '' : `/${key}`}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const unsigned = { method, url, headers: {}, bodyHash: sha256(body ?? '') };
    const headers = signRequest(unsigned, { credentials, region, at: new Date() });
    const signal = AbortSignal.timeout(timeoutMs);
    // A redirect would send the signature to another host, which would reject it.
    return await fetch(url, {
      method,
      headers,
      signal,
      redirect: 'error',
      ...(body && { body: new Uint8Array(body) }),
    });
  }
}

async function readBounded(response: Response, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > maxBytes) throw new AgentError('STORE_FAILED', 'The object store sent more than expected');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function toError({ method, key }: S3Call, response: Response): Promise<AgentError> {
  const text = await response.text().catch(() => '');
  const code = valueOf(text, 'Code') ?? `HTTP ${response.status}`;
  const said = `The object store refused ${method} ${key ?? ''}: ${code}`;
  if (PASSING.has(response.status)) return new AgentError('STORE_FAILED', said, { retryable: true });
  const hint = response.status === 403 ? 'Check the key of the object store, its region and the clock' : undefined;
  return new AgentError('STORE_FAILED', said, hint === undefined ? {} : { hint });
}
