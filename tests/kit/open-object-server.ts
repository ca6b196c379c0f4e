import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Place } from '@bowline/workspace';

/** How a request goes wrong. */
export type Fault = 'unavailable' | 'cut' | 'half';

/** An object store with the S3 protocol in this process. It accepts only correctly signed requests. */
export interface ObjectServer {
  readonly place: S3Place;
  /** The objects, by key. */
  readonly objects: ReadonlyMap<string, { readonly bytes: Buffer; at: number }>;
  /** The accepted requests so far, such as `PUT chunks/ab`. */
  readonly requests: readonly string[];
  /** The next requests go wrong, one each. */
  readonly fail: (...faults: readonly Fault[]) => void;
  readonly close: () => Promise<void>;
}

const BUCKET = 'a-bucket';
const REGION = 'eu-test-1';
const SKEW_MS = 15 * 60_000;
const credentials = { accessKeyId: 'AKIATESTTESTTESTTEST', secretAccessKey: 'a/secret+of/this+test' };

/** Starts the server. It lists a few objects per page, so that there are several pages. */
export async function openObjectServer(pageSize = 3): Promise<ObjectServer> {
  const objects = new Map<string, { bytes: Buffer; at: number }>();
  const requests: string[] = [];
  const faults: Fault[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const url = new URL(request.url ?? '', 'http://host');
    const problem = findProblem(request, body);
    const fault = problem === undefined ? faults.shift() : undefined;
    if (problem !== undefined) sendError(response, 403, problem);
    else if (fault === 'unavailable') sendError(response, 503, 'SlowDown');
    else if (fault === 'cut') request.socket.destroy();
    else if (!`${url.pathname}/`.startsWith(`/${BUCKET}/`)) sendError(response, 404, 'NoSuchBucket');
    else {
      const key = decodeURIComponent(url.pathname.slice(BUCKET.length + 2));
      requests.push(`${request.method} ${key}`);
      if (key === '') response.end(list(objects, url.searchParams, pageSize));
      else if (request.method === 'PUT') response.end(put(objects, key, body));
      else if (request.method === 'DELETE') remove(objects, key, response);
      else send({ request, response, isHalf: fault === 'half' }, objects.get(key));
    }
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    place: { endpoint, bucket: BUCKET, region: REGION, credentials },
    objects,
    requests,
    fail: (...next) => void faults.push(...next),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function put(objects: Map<string, { bytes: Buffer; at: number }>, key: string, bytes: Buffer): string {
  objects.set(key, { bytes, at: Date.now() });
  return '';
}

function remove(objects: Map<string, unknown>, key: string, response: ServerResponse): void {
  objects.delete(key);
  response.writeHead(204).end();
}

/** Sends an object, or half of it. */
function send(
  { request, response, isHalf }: { request: IncomingMessage; response: ServerResponse; isHalf: boolean },
  found: { readonly bytes: Buffer; readonly at: number } | undefined,
): void {
  if (found === undefined) {
    sendError(response, 404, 'NoSuchKey');
    return;
  }
  response.setHeader('content-length', found.bytes.length);
  response.setHeader('last-modified', new Date(found.at).toUTCString());
  if (request.method === 'HEAD') response.end();
  else if (isHalf) response.write(found.bytes.subarray(0, found.bytes.length / 2), () => request.socket.destroy());
  else response.end(found.bytes);
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

/** Why a request is not accepted. Computed from the request as it arrived, with none of the client's code. */
function findProblem(request: IncomingMessage, body: Buffer): string | undefined {
  const { id, day, region, names, signature } = parseAuthorization(request);
  if (id === undefined) return 'AccessDenied';
  if (id !== credentials.accessKeyId) return 'InvalidAccessKeyId';
  if (region !== REGION) return 'AuthorizationHeaderMalformed';
  const bodyHash = createHash('sha256').update(body).digest('hex');
  if (headerOf(request, 'x-amz-content-sha256') !== bodyHash) return 'XAmzContentSHA256Mismatch';
  const time = headerOf(request, 'x-amz-date');
  if (!isCurrent(time) || !time.startsWith(day)) return 'RequestTimeTooSkewed';
  const isBound = ['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.split(';').includes(name));
  if (!isBound) return 'AccessDenied';
  const expected = toSignature(request, { day, names, bodyHash, time });
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? undefined : 'SignatureDoesNotMatch';
}

function parseAuthorization(request: IncomingMessage): Record<'day' | 'names' | 'signature', string> & {
  readonly id?: string | undefined;
  readonly region?: string | undefined;
} {
  const found = AUTHORIZATION.exec(request.headers.authorization ?? '') ?? [];
  const [, id, day = '', region, names = '', signature = ''] = found;
  return { id, day, region, names, signature };
}

function isCurrent(time: string): boolean {
  const sent = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  return Math.abs(Date.now() - sent) < SKEW_MS;
}

interface Signed {
  readonly day: string;
  readonly names: string;
  readonly bodyHash: string;
  readonly time: string;
}

function toSignature(request: IncomingMessage, { day, names, bodyHash, time }: Signed): Buffer {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const lines = names.split(';').map((name) => `${name}:${headerOf(request, name)}`);
  // What the client sends is encoded already; only the order of the query is to be fixed, and `+` is a space.
  const sorted = query.replaceAll('+', '%20').split('&').filter(Boolean).sort().join('&');
  const canonical = [request.method, path, sorted, ...lines, '', names, bodyHash].join('\n');
  const hash = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', time, `${day}/${REGION}/s3/aws4_request`, hash].join('\n');
  const hmac = (key: string | Buffer, part: string): Buffer => createHmac('sha256', key).update(part).digest();
  const key = hmac(hmac(hmac(hmac(`AWS4${credentials.secretAccessKey}`, day), REGION), 's3'), 'aws4_request');
  return hmac(key, text);
}

function headerOf(request: IncomingMessage, name: string): string {
  return String(request.headers[name] ?? '');
}

function list(
  objects: ReadonlyMap<string, { bytes: Buffer; at: number }>,
  query: URLSearchParams,
  size: number,
): string {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, size);
  const entries = page.map((key) => {
    const { bytes, at } = objects.get(key) ?? { bytes: Buffer.alloc(0), at: 0 };
    return `<Contents><Key>${key}</Key><LastModified>${new Date(at).toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`;
  });
  const more =
    keys.length > size
      ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${page.at(-1) ?? ''}</NextContinuationToken>`
      : '<IsTruncated>false</IsTruncated>';
  return `<?xml version="1.0"?><ListBucketResult><Name>${BUCKET}</Name>${entries.join('')}${more}</ListBucketResult>`;
}

function sendError(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
}
