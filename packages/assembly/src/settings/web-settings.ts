import * as z from 'zod';

const webSearch = () =>
  z.object({
    provider: z.enum(['gemini', 'brave', 'tavily', 'searxng', 'none']),
    url: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe("In place of the engine's own address."),
    apiKeyEnv: z.string().optional().describe('The variable that holds the key, in place of the usual one.'),
  });
export type WebSearchSettings = z.infer<ReturnType<typeof webSearch>>;

/** What settings say about the web; the person's own, never those of a folder. */
export const webSettings = {
  webSearch: {
    description: 'Who searches the web. Without it Gemini does, where there is a key for it.',
    schema: webSearch,
    isPersonal: true,
  },
  'web.allowedHosts': {
    description: 'Servers on private networks that may be fetched from, as host:port, such as localhost:3000.',
    schema: () => z.array(z.string().regex(/^[^\s/]+:\d+$/)),
    default: [],
    isPersonal: true,
  },
} as const;
