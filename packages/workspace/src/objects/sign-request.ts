import { createHash, createHmac } from 'node:crypto';

/** A key of an account at an object store. */
export interface StoreCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

/** A request to sign. */
export interface UnsignedRequest {
  readonly method: string;
  readonly url: URL;
  /** Names in lowercase. All of them are signed, and `host`. */
  readonly headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body, in hex. */
  readonly bodyHash: string;
}

/** With what and for what a request is signed. */
export interface SigningParts {
  readonly credentials: StoreCredentials;
  readonly region: string;
  readonly at: Date;
}

const SERVICE = 's3';
const ALGORITHM = 'AWS4-HMAC-SHA256';

/** The headers of a request with its signature (AWS Signature Version 4), without `host`. */
export function signRequest(
  request: UnsignedRequest,
  { credentials, region, at }: SigningParts,
): Readonly<Record<string, string>> {
  const time = at.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const headers: Readonly<Record<string, string>> = {
    ...request.headers,
    'x-amz-content-sha256': request.bodyHash,
    'x-amz-date': time,
    ...(sessionToken === undefined ? {} : { 'x-amz-security-token': sessionToken }),
  };
  const signed = { ...headers, host: request.url.host };
  const names = Object.keys(signed).sort().join(';');
  const scope = `${time.slice(0, 8)}/${region}/${SERVICE}/aws4_request`;
  const canonical = toCanonical({ ...request, headers: signed });
  const text = [ALGORITHM, time, scope, sha256(canonical)].join('\n');
  const key = [time.slice(0, 8), region, SERVICE, 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${secretAccessKey}`,
  );
  const signature = createHmac('sha256', key).update(text).digest('hex');
  const authorization = `${ALGORITHM} Credential=${accessKeyId}/${scope},SignedHeaders=${names},Signature=${signature}`;
  return { ...headers, authorization };
}

/** One spelling of each request, so that both ends sign the same text. */
function toCanonical({ method, url, headers, bodyHash }: UnsignedRequest): string {
  const query = [...url.searchParams]
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`);
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value.trim().replace(/ +/g, ' ')}\n`);
  const path = url.pathname
    .split('/')
    .map((part) => encode(decodeURIComponent(part)))
    .join('/');
  const names = Object.keys(headers).sort().join(';');
  return [method, path, query.join('&'), lines.sort().join(''), names, bodyHash].join('\n');
}

/** As in RFC 3986; `encodeURIComponent` leaves some characters alone. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
