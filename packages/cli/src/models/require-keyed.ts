import type { ModelInspection } from '@bowline/providers';
import { usageError } from '../texts/error-text.ts';
import { modelTexts } from '../texts/model-texts.ts';
import { unknownProvider } from './unknown-provider.ts';

/** The entry of a provider that takes an API key. Throws if there is none, or if it takes other credentials. */
export function requireKeyed(provider: string, { providers }: ModelInspection): ModelInspection['providers'][string] {
  const entry = Object.hasOwn(providers, provider) ? providers[provider] : undefined;
  if (entry === undefined) throw unknownProvider(provider, Object.keys(providers));
  if (entry.kind === 'vertex' && provider !== 'gemini') throw usageError(modelTexts.takesGoogleCredentials(provider));
  return entry;
}
