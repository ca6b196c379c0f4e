import { createSecretFilter, type Screen } from '@bowline/models';
import { stripHidden } from '@bowline/policy';

/** What every request of this machine leaves out: characters that are not visible, and the keys that are known here. */
export function createScreen(secrets: readonly string[]): Screen {
  return { strip: stripHidden, redact: createSecretFilter(secrets) };
}
