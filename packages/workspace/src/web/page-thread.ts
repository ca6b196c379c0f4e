import { parentPort, workerData } from 'node:worker_threads';
import { convertHtml } from './convert-html.ts';

const { html, url } = workerData as { readonly html: string; readonly url: string };
parentPort?.postMessage(convertHtml(html, url));
