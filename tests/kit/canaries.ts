const TAGS = Array.from('ignore', (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');

/** A secret in one of its encoded forms. */
export interface Canary {
  readonly form: string;
  readonly text: string;
}

/** A secret in every form that is searched for, with a prefix that shifts base64. */
export function toCanaries(secret: string): readonly Canary[] {
  const base64 = (before: string): string => Buffer.from(`${before}${secret} and more`).toString('base64');
  const bytes = [...Buffer.from(secret)];
  return [
    { form: 'plain', text: `key=${secret};` },
    { form: 'json', text: JSON.stringify({ key: secret }) },
    ...['', 'x', 'xy'].map((before, n) => ({ form: `base64 at ${n}`, text: `blob ${base64(before)} end` })),
    { form: 'base64url', text: `blob ${Buffer.from(`?>${secret}`).toString('base64url')} end` },
    { form: 'base64 in lines', text: `blob\n${base64('x').replaceAll(/(.{20})/g, '$1\n')}\nend` },
    { form: 'hex', text: `0x${Buffer.from(secret).toString('hex')}` },
    { form: 'hex, upper case', text: Buffer.from(secret).toString('hex').toUpperCase() },
    { form: 'url', text: `https://example.com/?k=${encodeURIComponent(secret)}&b=1` },
    { form: 'url, every byte', text: bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('') },
    { form: 'cut by hidden characters', text: `${secret.slice(0, 9)}${TAGS}${secret.slice(9)}` },
  ];
}

/** Invisible characters: tags, a change of direction, and zero-width characters. */
export const hiddenCanary = `see${TAGS} the \u202Efdp\u202C notes\u200B\u2060 here`;

const HIDDEN = /[\u{E0000}-\u{E007F}\u202A-\u202E\u200B\u2060]/u;
const MAX_RUN = 100_000;

/** The canaries in a body that was sent. It decodes the body, and so shares no code with the redaction. */
export function findCanaries(body: string, secrets: readonly string[]): readonly string[] {
  const texts = [body, ...decoded(body)];
  const found = secrets.filter((secret) => texts.some((text) => text.includes(secret)));
  return [...found.map((secret) => `secret ${secret.slice(0, 4)}`), ...(HIDDEN.test(body) ? ['hidden'] : [])];
}

function decoded(body: string): readonly string[] {
  const unescaped = body.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  const joined = body.replaceAll(/\\n|\n/g, '');
  const runs = [body, joined].flatMap((text) =>
    Array.from(text.matchAll(/[\w+/-]{12,}/g), ([run]) => run.slice(0, MAX_RUN)),
  );
  return [
    unescaped,
    body.replaceAll(String.raw`\"`, '"'),
    ...runs.flatMap((run) => [0, 1, 2, 3].map((at) => Buffer.from(run.slice(at), 'base64').toString('latin1'))),
    ...runs.flatMap((run) =>
      Array.from(run.matchAll(/[0-9a-f]{12,}/gi), ([hex]) => Buffer.from(hex, 'hex').toString('latin1')),
    ),
  ];
}
