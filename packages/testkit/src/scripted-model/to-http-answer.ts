import type { ScriptedHttpError } from './model-script.ts';

/** An HTTP answer, whole. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const rpcStatuses: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  408: 'DEADLINE_EXCEEDED',
  409: 'ABORTED',
  429: 'RESOURCE_EXHAUSTED',
  499: 'CANCELLED',
  500: 'INTERNAL',
  501: 'UNIMPLEMENTED',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

/** A scripted error as Google's servers word it: `{error: {code, message, status, details}}`. */
export function toHttpAnswer({ status, body, headers = {}, ...error }: ScriptedHttpError): HttpAnswer {
  if (typeof body === 'string') return { status, headers: { 'content-type': 'text/html', ...headers }, body };
  const rpcStatus = error.rpcStatus ?? rpcStatuses[status] ?? 'UNKNOWN';
  const message = error.message ?? `scripted ${rpcStatus}`;
  const { details = [] } = error;
  const google = { error: { code: status, message, status: rpcStatus, ...(details.length === 0 ? {} : { details }) } };
  return {
    status,
    headers: { 'content-type': 'application/json; charset=UTF-8', ...headers },
    body: JSON.stringify(body ?? google),
  };
}
