/** A model's name in two: who has it, and what they call it. */
export interface ModelName {
  readonly provider: string;
  readonly model: string;
}

/** Whose a model is when its name does not say. */
export const DEFAULT_PROVIDER = 'gemini';

/** `provider/model`; a name without a slash is Gemini's, and whatever follows the first slash is the provider's to read. */
export function splitModelName(name: string): ModelName {
  const at = name.indexOf('/');
  return at === -1
    ? { provider: DEFAULT_PROVIDER, model: name }
    : { provider: name.slice(0, at), model: name.slice(at + 1) };
}

/** Who has it. */
export function providerOf(name: string): string {
  return splitModelName(name).provider;
}
