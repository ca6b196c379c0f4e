import type { ScriptedHttpError } from '../model-script.ts';

/** A complete HTTP response. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The content type of every JSON document that a scripted server sends. */
export const JSON_TYPE = 'application/json; charset=UTF-8';

/** A successful response that does not depend on the script. */
export function toOk(document: object): HttpAnswer {
  return { status: 200, headers: { 'content-type': JSON_TYPE }, body: JSON.stringify(document) };
}

/** A scripted error in the format of a wire, unless the script has its own body. */
export function toErrorAnswer({ status, body, headers = {} }: ScriptedHttpError, worded: object): HttpAnswer {
  if (typeof body === 'string') return { status, headers: { 'content-type': 'text/html', ...headers }, body };
  return { status, headers: { 'content-type': JSON_TYPE, ...headers }, body: JSON.stringify(body ?? worded) };
}
