import * as z from 'zod';

/** The API of a provider. `openai` is its Responses API, `openai-chat` and `openai-compatible` the older one. */
export const providerKindSchema = z.enum([
  'gemini',
  'vertex',
  'openai',
  'openai-chat',
  'anthropic',
  'openai-compatible',
]);
export type ProviderKind = z.infer<typeof providerKindSchema>;

/** A provider of models. */
export interface ProviderEntry {
  readonly kind: ProviderKind;
  /** Its base URL; defaults to the provider's own. */
  readonly baseUrl?: string | undefined;
  /** The environment variable that may hold its base URL. */
  readonly baseUrlEnv?: string | undefined;
  /** Environment variables that may hold its key; the first one that is set wins. */
  readonly keyEnv: readonly string[];
  /** Where the user gets a key. */
  readonly keyUrl?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Runs on this machine or a nearby one and needs no key. */
  readonly isKeyless?: boolean | undefined;
}

/** The built-in providers. */
export const knownProviders: Readonly<Record<string, ProviderEntry>> = {
  gemini: {
    kind: 'gemini',
    baseUrl: 'https://generativelanguage.googleapis.com',
    baseUrlEnv: 'GOOGLE_GEMINI_BASE_URL',
    keyEnv: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    keyUrl: 'https://aistudio.google.com/apikey',
  },
  vertex: { kind: 'vertex', baseUrlEnv: 'GOOGLE_VERTEX_BASE_URL', keyEnv: [] },
  openai: {
    kind: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    baseUrlEnv: 'OPENAI_BASE_URL',
    keyEnv: ['OPENAI_API_KEY'],
    keyUrl: 'https://platform.openai.com/api-keys',
  },
  anthropic: {
    kind: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    baseUrlEnv: 'ANTHROPIC_BASE_URL',
    keyEnv: ['ANTHROPIC_API_KEY'],
    keyUrl: 'https://console.anthropic.com/settings/keys',
  },
  openrouter: {
    kind: 'openai-compatible',
    baseUrl: 'https://openrouter.ai/api/v1',
    keyEnv: ['OPENROUTER_API_KEY'],
    keyUrl: 'https://openrouter.ai/keys',
  },
  ollama: {
    kind: 'openai-compatible',
    baseUrl: 'http://127.0.0.1:11434/v1',
    baseUrlEnv: 'OLLAMA_BASE_URL',
    keyEnv: [],
    isKeyless: true,
  },
  lmstudio: {
    kind: 'openai-compatible',
    baseUrl: 'http://127.0.0.1:1234/v1',
    baseUrlEnv: 'LMSTUDIO_BASE_URL',
    keyEnv: [],
    isKeyless: true,
  },
  vllm: {
    kind: 'openai-compatible',
    baseUrl: 'http://127.0.0.1:8000/v1',
    baseUrlEnv: 'VLLM_BASE_URL',
    keyEnv: ['VLLM_API_KEY'],
    isKeyless: true,
  },
};

/** A provider in the settings: a gateway, a company's own server, or any server with a supported API. */
export const providerSettingsSchema = z.record(
  z.string().regex(/^[\w-]+$/),
  z.strictObject({
    kind: providerKindSchema,
    baseUrl: z.url().optional(),
    /** The environment variable with its key; the key itself does not belong in settings. */
    keyEnv: z.string().optional(),
    headers: z.record(z.string(), z.string()).optional(),
  }),
);
export type ProviderSettings = z.infer<typeof providerSettingsSchema>;

/** Returns all providers by name: the built-in ones, changed or extended by the settings. */
export function toProviders(settings: ProviderSettings = {}): Readonly<Record<string, ProviderEntry>> {
  const own = Object.entries(settings).map(([name, { kind, baseUrl, keyEnv, headers }]): [string, ProviderEntry] => {
    const known = knownProviders[name];
    const isKeyless = keyEnv === undefined && known === undefined;
    const keys = keyEnv === undefined ? (known?.keyEnv ?? []) : [keyEnv];
    return [
      name,
      {
        ...known,
        kind,
        keyEnv: keys,
        ...(baseUrl === undefined ? {} : { baseUrl }),
        headers,
        isKeyless: known?.isKeyless ?? isKeyless,
      },
    ];
  });
  return { ...knownProviders, ...Object.fromEntries(own) };
}
