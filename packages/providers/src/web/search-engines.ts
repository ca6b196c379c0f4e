import * as z from 'zod';

/** A search engine with a JSON API, described as data. */
export interface SearchEngine {
  /** Its endpoint. Undefined for a self-hosted engine. */
  readonly url: string | undefined;
  /** How the query and its parameters are sent. */
  readonly sends: 'parameters' | 'json';
  readonly queryName: string;
  readonly also: Readonly<Record<string, string | number | boolean>>;
  /** The header that carries the key, and the prefix of the key in it. Undefined for an engine without keys. */
  readonly key: { readonly env: string; readonly header: string; readonly prefix: string } | undefined;
  /** The path to the results in the response, and the field of each result that contains its text. */
  readonly results: readonly string[];
  readonly snippet: string;
  /** The path to its own summary, if it has one. */
  readonly answer: string | undefined;
}

const COUNT = 10;

/** The engines that settings can name. */
export const searchEngines: Readonly<Record<'brave' | 'tavily' | 'searxng', SearchEngine>> = {
  brave: {
    url: 'https://api.search.brave.com/res/v1/web/search',
    sends: 'parameters',
    queryName: 'q',
    also: { count: COUNT },
    key: { env: 'BRAVE_API_KEY', header: 'x-subscription-token', prefix: '' },
    results: ['web', 'results'],
    snippet: 'description',
    answer: undefined,
  },
  tavily: {
    url: 'https://api.tavily.com/search',
    sends: 'json',
    queryName: 'query',
    also: { max_results: COUNT, include_answer: true },
    key: { env: 'TAVILY_API_KEY', header: 'authorization', prefix: 'Bearer ' },
    results: ['results'],
    snippet: 'content',
    answer: 'answer',
  },
  searxng: {
    url: undefined,
    sends: 'parameters',
    queryName: 'q',
    also: { format: 'json' },
    key: undefined,
    results: ['results'],
    snippet: 'content',
    answer: undefined,
  },
};

/** One result of an engine. */
export interface EngineResult {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
}

const recordSchema = z.record(z.string(), z.unknown());
const resultSchema = z.looseObject({ title: z.string(), url: z.string() });

/** Parses an engine's response. Returns undefined if it is malformed. */
export function readResults(
  engine: SearchEngine,
  json: unknown,
): { readonly answer: string; readonly results: readonly EngineResult[] } | undefined {
  const whole = recordSchema.safeParse(json).data;
  if (whole === undefined) return undefined;
  const found = engine.results.reduce<unknown>((value, name) => recordSchema.safeParse(value).data?.[name], whole);
  const results = z.array(z.unknown()).safeParse(found).data ?? [];
  const answer = engine.answer === undefined ? undefined : whole[engine.answer];
  return {
    answer: typeof answer === 'string' ? answer : '',
    results: results.slice(0, COUNT).flatMap((each) => {
      const result = resultSchema.safeParse(each).data;
      if (result === undefined) return [];
      const snippet = result[engine.snippet];
      return [{ title: result.title, url: result.url, snippet: typeof snippet === 'string' ? snippet : '' }];
    }),
  };
}
