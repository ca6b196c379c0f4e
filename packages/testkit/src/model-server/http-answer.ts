import type { ScriptedHttpError } from '../scripted-model/model-script.ts';

/** An HTTP answer, whole. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The type of every JSON document that a scripted server sends. */
export const JSON_TYPE = 'application/json; charset=UTF-8';

/** A document that needs no script. */
export function toOk(document: object): HttpAnswer {
  return { status: 200, headers: { 'content-type': JSON_TYPE }, body: JSON.stringify(document) };
}

/** A scripted error in the words of a wire, unless the script has a body of its own. */
export function toErrorAnswer({ status, body, headers = {} }: ScriptedHttpError, worded: object): HttpAnswer {
  if (typeof body === 'string') return { status, headers: { 'content-type': 'text/html', ...headers }, body };
  return { status, headers: { 'content-type': JSON_TYPE, ...headers }, body: JSON.stringify(body ?? worded) };
}
