/** Resolves when the signal aborts. */
export async function untilStopped(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  // Keeps Node's event loop alive.
  const alive = setInterval(() => undefined, 1 << 30);
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => {
      resolve();
    });
  });
  clearInterval(alive);
}
