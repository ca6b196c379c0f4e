/** Why something was given up, as `fetch` says it: callers and libraries know it by its name. */
export function toAbortError(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof DOMException ? reason : new DOMException('This operation was aborted', 'AbortError');
}
