import { modelSettings } from '@bowline/models/settings';
import { policySettings } from '@bowline/policy/settings';

/** Whether a setting affects which models are called, and how. */
export function isAboutModels(key: string): boolean {
  return Object.hasOwn(modelSettings, key);
}

/** Whether a setting affects what is allowed. */
export function isAboutPolicy(key: string): boolean {
  return Object.hasOwn(policySettings, key);
}
