/** Prompt tokens by model name, name without provider, or `provider/*`. */
export type WindowTable = Readonly<Record<string, number>>;

/** The assumed window of an unknown model. */
export const UNKNOWN_WINDOW = 128_000;

/**
 * As published by the vendors; the first match counts. If the window is shared with the answer and the prompt's part is
 * published, it is that part: 272,000 of GPT-5's 400,000, 922,000 of GPT-5.4's 1,050,000. As of October 2026, in
 * - https://ai.google.dev/gemini-api/docs/models
 * - https://developers.openai.com/api/docs/models
 * - https://platform.claude.com/docs/en/about-claude/models/overview
 */
const published: readonly (readonly [pattern: RegExp, tokens: number])[] = [
  [/\bgemini-/, 1_048_576],
  [/\bclaude-(?:instant|[123](?!\d))/, 200_000],
  [/\bclaude-(?:opus|sonnet|haiku)-[34](?![-.][6-9](?!\d))(?!\d)/, 200_000],
  [/\bclaude-/, 1_000_000],
  [/\bgpt-5-pro/, 128_000],
  [/\bgpt-5(?:\.\d)?-chat/, 128_000],
  [/\bgpt-5\.4-(?:mini|nano)/, 272_000],
  [/\bgpt-(?:5\.[4-9]|[6-9])/, 922_000],
  [/\bgpt-5/, 272_000],
  [/\bgpt-4\.1/, 1_047_576],
  [/\bgpt-oss/, 131_072],
  [/\b(?:o[134](?:-|$)|codex-mini)/, 200_000],
];

/** Servers that set the window themselves, whatever the model supports. */
const ownServers: ReadonlySet<string> = new Set(['ollama', 'lmstudio', 'vllm', 'llamacpp']);
/** Aliases of Gemini models. */
const tiers: ReadonlySet<string> = new Set(['auto', 'auto-gemini-3', 'auto-gemini-2.5', 'pro', 'flash', 'flash-lite']);

/** The number of prompt tokens that a model accepts. Settings take precedence. */
export function windowOf(model: string, custom: WindowTable = {}): number {
  const slash = model.indexOf('/');
  const provider = slash === -1 ? '' : model.slice(0, slash);
  const bare = model.slice(model.lastIndexOf('/') + 1).toLowerCase();
  return ownWindow(custom, [model, bare, `${provider}/*`]) ?? publishedWindow(provider, bare);
}

function ownWindow(table: WindowTable, names: readonly string[]): number | undefined {
  const name = names.find((key) => Object.hasOwn(table, key));
  return name === undefined ? undefined : table[name];
}

function publishedWindow(provider: string, bare: string): number {
  if (ownServers.has(provider)) return UNKNOWN_WINDOW;
  const name = provider === '' && tiers.has(bare) ? 'gemini-' : bare;
  return published.find(([pattern]) => pattern.test(name))?.[1] ?? UNKNOWN_WINDOW;
}
