import { Worker } from 'node:worker_threads';
import type { ConvertedPage } from './convert-html.ts';
import { dropElements } from './drop-elements.ts';
import { stripTags } from './strip-tags.ts';

const MAX_MS = 6000;
const MAX_HTML = 1_000_000;
const MAX_MEGABYTES = 512;

/**
 * Converts a page in a thread of its own: a page can be made to take for ever or all memory, and a terminal that stands
 * still meanwhile is no good either. What takes too much is given without its form.
 */
export async function convertInThread(
  page: { readonly html: string; readonly url: string },
  signal: AbortSignal,
): Promise<ConvertedPage & { readonly isCut: boolean }> {
  const spoken = dropElements(page.html);
  const html = spoken.slice(0, MAX_HTML);
  const converted = await runThread({ html, url: page.url }, AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]));
  if (converted === undefined) return { title: undefined, text: stripTags(spoken), isCut: false };
  return { ...converted, isCut: html.length < spoken.length };
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
