import { Worker } from 'node:worker_threads';
import type { ConvertedPage } from './convert-html.ts';
import { dropElements } from './drop-elements.ts';

const MAX_MS = 6000;
const MAX_HTML = 1_000_000;
const MAX_MEGABYTES = 512;

/**
 * Converts a page in its own thread, because a page can be crafted to use endless time or memory, and the terminal must
 * not freeze. A page that exceeds the limits is returned as plain text.
 */
export async function convertInThread(
  page: { readonly html: string; readonly url: string },
  signal: AbortSignal,
): Promise<ConvertedPage & { readonly isCut: boolean }> {
  const spoken = dropElements(page.html);
  const html = spoken.slice(0, MAX_HTML);
  const converted = await runThread({ html, url: page.url }, AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]));
  if (converted !== undefined) return { ...converted, isCut: html.length < spoken.length };
  // Loaded when it is needed: it brings the table of all named characters.
  const { stripTags } = await import('./strip-tags.ts');
  return { title: undefined, text: stripTags(spoken), isCut: false };
}

async function runThread(
  workerData: { readonly html: string; readonly url: string },
  signal: AbortSignal,
): Promise<ConvertedPage | undefined> {
  const isSource = import.meta.url.endsWith('.ts');
  const worker = new Worker(new URL(isSource ? './page-thread.ts' : './page-thread.js', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
    ...(isSource ? { execArgv: ['--conditions=@bowline/source', '--no-warnings'] } : {}),
  });
  try {
    return await new Promise<ConvertedPage | undefined>((settle) => {
      const giveUp = (): void => {
        settle(undefined);
      };
      worker.once('message', settle);
      worker.once('error', giveUp);
      worker.once('exit', giveUp);
      signal.addEventListener('abort', giveUp, { once: true });
      if (signal.aborted) giveUp();
    });
  } finally {
    await worker.terminate();
  }
}
