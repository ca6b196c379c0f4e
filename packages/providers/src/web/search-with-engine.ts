import { AgentError } from '@bowline/protocol';
import { readText, type Http } from '@bowline/models';
import type { WebFinding } from '@bowline/workspace';
import { readResults, type SearchEngine } from './search-engines.ts';

/** An engine and how to reach it. */
export interface EngineParts {
  readonly name: string;
  readonly engine: SearchEngine;
  readonly url: string;
  readonly apiKey: string | undefined;
  readonly http: Http;
}

const MAX_MS = 20_000;

/** Queries a search engine over HTTP. Each result becomes a source, and its text gets the number of that source. */
export async function searchWithEngine(query: string, parts: EngineParts, signal: AbortSignal): Promise<WebFinding> {
  const { name, engine } = parts;
  const response = await send(query, parts, AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]));
  const status = response.statusCode ?? 0;
  const body = await readText(response);
  if (status !== 200) throw failed(name, `answered with ${status}`);
  const found = readResults(engine, parseJson(body));
  if (found === undefined) throw failed(name, 'sent a response that is not JSON');
  const { answer, results } = found;
  const lines = results.map(({ title, snippet }, at) => `[${at + 1}] ${title}: ${snippet}`);
  return {
    text: [...(answer === '' ? [] : [answer, '']), ...lines].join('\n'),
    sources: results.map(({ title, url }) => ({ title, url })),
  };
}

async function send(query: string, { name, engine, url, apiKey, http }: EngineParts, signal: AbortSignal) {
  const { key, sends, queryName, also } = engine;
  const headers = {
    accept: 'application/json',
    ...(key === undefined || apiKey === undefined ? {} : { [key.header]: `${key.prefix}${apiKey}` }),
  };
  try {
    if (sends === 'parameters') {
      const target = new URL(url);
      for (const [parameter, value] of Object.entries({ ...also, [queryName]: query }))
        target.searchParams.set(parameter, String(value));
      return await http.get({ url: target.href, headers, signal });
    }
    const body = [Buffer.from(JSON.stringify({ ...also, [queryName]: query }))];
    return await http.post({ url, headers: { ...headers, 'content-type': 'application/json' }, body, signal });
  } catch (thrown) {
    throw failed(name, `cannot be reached: ${AgentError.from(thrown).message}`);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failed(name: string, what: string): AgentError {
  return new AgentError('MODEL_UNREACHABLE', `The search engine ${name} ${what}`, {
    hint: 'Check webSearch in your settings, and its key',
  });
}
