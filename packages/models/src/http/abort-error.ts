/** Returns the abort error that `fetch` would throw: callers and libraries recognize it by its name. */
export function toAbortError(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof DOMException ? reason : new DOMException('This operation was aborted', 'AbortError');
}
