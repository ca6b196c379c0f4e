/**
 * Models with similar tokenizers. Claude's changed with Opus 4.7: the same English text has a third more tokens since
 * then.
 */
export type TokenFamily = 'gemini' | 'openai' | 'anthropic' | 'anthropic-before-4.7' | 'other';

/** The family by model name, independent of the provider. */
const byName: readonly (readonly [pattern: RegExp, family: TokenFamily])[] = [
  [/\bclaude-(?:instant|[123](?!\d)|(?:opus|sonnet|haiku)-[34](?![-.][7-9](?!\d))(?!\d))/, 'anthropic-before-4.7'],
  [/\bclaude\b/, 'anthropic'],
  [/\b(?:gpt|chatgpt|codex)-|\bo[134](?:-|$)/, 'openai'],
  [/\bgemini\b|\bgemma/, 'gemini'],
];

/** The family by provider, if the name does not tell. */
const byProvider: Readonly<Record<string, TokenFamily>> = {
  gemini: 'gemini',
  vertex: 'gemini',
  openai: 'openai',
  azure: 'openai',
  anthropic: 'anthropic',
};

/** The family of a model name such as `gemini-2.5-pro`, `openai/gpt-5` or `ollama/qwen3:8b`. */
export function familyOf(model: string): TokenFamily {
  const name = model.toLowerCase();
  const known = byName.find(([pattern]) => pattern.test(name));
  if (known !== undefined) return known[1];
  const slash = name.indexOf('/');
  if (slash === -1) return 'gemini'; // a name without a provider is a Gemini model: `pro`, `auto`
  const provider = name.slice(0, slash);
  return (Object.hasOwn(byProvider, provider) ? byProvider[provider] : undefined) ?? 'other';
}
