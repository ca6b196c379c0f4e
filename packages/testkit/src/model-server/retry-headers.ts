import type { ScriptedHttpError } from '../scripted-model/model-script.ts';

/** A scripted RetryInfo as the headers of those who know none; the script's own headers win. */
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
