/** A model name, split into the provider and its own name of the model. */
export interface ModelName {
  readonly provider: string;
  readonly model: string;
}

/** The provider of a name without a prefix. */
export const DEFAULT_PROVIDER = 'gemini';

/**
 * Splits `provider/model`. A name without a slash is Gemini's; everything after the first slash belongs to the
 * provider.
 */
export function splitModelName(name: string): ModelName {
  const at = name.indexOf('/');
  return at === -1
    ? { provider: DEFAULT_PROVIDER, model: name }
    : { provider: name.slice(0, at), model: name.slice(at + 1) };
}

/** Returns the provider of a model. */
export function providerOf(name: string): string {
  return splitModelName(name).provider;
}
