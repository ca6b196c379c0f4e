import type { ScriptedHttpError } from '../model-script.ts';
import { toErrorAnswer, type HttpAnswer } from './http-answer.ts';

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

/** A scripted error in Google's format: `{error: {code, message, status, details}}`. */
export function toGeminiError(error: ScriptedHttpError): HttpAnswer {
  const { status, details = [] } = error;
  const rpcStatus = error.rpcStatus ?? rpcStatuses[status] ?? 'UNKNOWN';
  const message = error.message ?? `scripted ${rpcStatus}`;
  return toErrorAnswer(error, {
    error: { code: status, message, status: rpcStatus, ...(details.length === 0 ? {} : { details }) },
  });
}
