/** How to treat a body. */
export type ContentKind = 'html' | 'text' | 'other';

/** A parsed content type. */
export interface ContentType {
  readonly type: string;
  readonly charset: string | undefined;
}

const TEXT = new Set(
  (
    'application/json application/ld+json application/javascript application/x-javascript application/xml application/yaml ' +
    'application/x-yaml application/toml application/x-sh application/sql application/graphql application/x-ndjson ' +
    'application/jsonl image/svg+xml'
  ).split(' '),
);

/** Parses a content type header. The type is empty if there is none. */
export function parseContentType(header: string | undefined): ContentType {
  const [type = '', ...parameters] = (header ?? '').split(';');
  const charset = parameters.map((each) => /^\s*charset\s*=\s*"?([^"\s]+)/i.exec(each)?.[1]).find(Boolean);
  return { type: type.trim().toLowerCase(), charset };
}

/** How to treat a body of this type. Without a type, inspects the first bytes. */
export function contentKindOf(type: string, bytes: Uint8Array): ContentKind {
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (type.startsWith('text/') || TEXT.has(type) || type.endsWith('+json') || type.endsWith('+xml')) return 'text';
  if (type !== '' && type !== 'application/octet-stream') return 'other';
  const head = bytes.subarray(0, 1024);
  if (head.includes(0)) return 'other';
  return /^\s*<(?:!doctype html|html|head|body)/i.test(Buffer.from(head).toString('latin1')) ? 'html' : 'text';
}
