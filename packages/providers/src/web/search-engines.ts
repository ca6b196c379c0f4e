import * as z from 'zod';

/** A search engine that answers an HTTP request with JSON, as data. */
export interface SearchEngine {
  /** Where it is; undefined of one that everybody runs themselves. */
  readonly url: string | undefined;
  /** Where the query goes, and what goes with it. */
  readonly sends: 'parameters' | 'json';
  readonly queryName: string;
  readonly also: Readonly<Record<string, string | number | boolean>>;
  /** The header that carries the key, and what stands before the key in it; undefined of one without keys. */
  readonly key: { readonly env: string; readonly header: string; readonly prefix: string } | undefined;
  /** Where the results are in its answer, and the field of each that says what was found there. */
  readonly results: readonly string[];
  readonly snippet: string;
  /** Where its own summary is, if it has one. */
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

/** One thing that an engine found. */
export interface EngineResult {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
}

const recordSchema = z.record(z.string(), z.unknown());
const resultSchema = z.looseObject({ title: z.string(), url: z.string() });

/** What is in an engine's answer; undefined when it is none. */
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
