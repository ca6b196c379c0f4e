import type { JSONObject } from '@ai-sdk/provider';

const MARK = 'bowline:';

/** Whether a signature in the history belongs to another provider: only Gemini's own may be sent to Gemini. */
export function isForeignSignature(signature: string): boolean {
  return signature.startsWith(MARK);
}

/** Encodes data that a provider requires back with a part as a signature that only this provider receives. */
export function toSignature(provider: string, data: JSONObject): string {
  return `${prefixOf(provider)}${Buffer.from(JSON.stringify(data)).toString('base64url')}`;
}

/** Decodes the data for this provider; undefined if the signature is from another one or damaged. */
export function readSignature(provider: string, signature: string | undefined): JSONObject | undefined {
  const prefix = prefixOf(provider);
  if (signature?.startsWith(prefix) !== true) return undefined;
  try {
    const data: unknown = JSON.parse(Buffer.from(signature.slice(prefix.length), 'base64url').toString('utf8'));
    return isObject(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

function prefixOf(provider: string): string {
  return `${MARK}${provider}:`;
}

function isObject(value: unknown): value is JSONObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
