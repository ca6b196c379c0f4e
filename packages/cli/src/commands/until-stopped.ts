/** Resolves when the person, or whoever runs us, wants us to stop. */
export async function untilStopped(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  // Something has to be waited for, or Node would think that there is nothing left to do.
  const alive = setInterval(() => undefined, 1 << 30);
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => {
      resolve();
    });
  });
  clearInterval(alive);
}
