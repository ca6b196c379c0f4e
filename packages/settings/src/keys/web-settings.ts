import * as z from 'zod';

const webSearch = () =>
  z.object({
    provider: z.enum(['gemini', 'brave', 'tavily', 'searxng', 'none']),
    url: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe("The address to use in place of the engine's own."),
    apiKeyEnv: z
      .string()
      .optional()
      .describe('The environment variable that holds the API key, if it is not the default one.'),
  });
export type WebSearchSettings = z.infer<ReturnType<typeof webSearch>>;

/** The settings of the web. Project settings cannot change them. */
export const webSettings = {
  webSearch: {
    description: 'The web search engine. Default: Gemini, if it has an API key.',
    schema: webSearch,
    isPersonal: true,
  },
  'web.allowedHosts': {
    description: 'Servers on private networks that web_fetch can read, as host:port, such as localhost:3000.',
    schema: () => z.array(z.string().regex(/^[^\s/]+:\d+$/)),
    default: [],
    isPersonal: true,
  },
} as const;
