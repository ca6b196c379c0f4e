import { modelSettings } from '@bowline/models/settings';
import { policySettings } from '@bowline/policy/settings';

/** Whether a setting decides which models are asked, and how. */
export function isAboutModels(key: string): boolean {
  return Object.hasOwn(modelSettings, key);
}

/** Whether a setting decides who may do what. */
export function isAboutPolicy(key: string): boolean {
  return Object.hasOwn(policySettings, key);
}
