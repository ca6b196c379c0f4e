import type { ScriptedHttpError } from '../model-script.ts';

/** Adds a scripted RetryInfo as headers, for APIs other than Google's. The script's own headers take precedence. */
export function withRetryHeaders(error: ScriptedHttpError): ScriptedHttpError {
  const waitMs = toWaitMs(error);
  if (waitMs === undefined) return error;
  const retry = { 'retry-after-ms': String(Math.round(waitMs)), 'retry-after': String(Math.ceil(waitMs / 1000)) };
  return { ...error, headers: { ...retry, ...error.headers } };
}

function toWaitMs({ details = [] }: ScriptedHttpError): number | undefined {
  const [retryDelay] = details.flatMap((detail) =>
    typeof detail['retryDelay'] === 'string' ? detail['retryDelay'] : [],
  );
  return retryDelay === undefined ? undefined : Number.parseFloat(retryDelay) * 1000;
}
