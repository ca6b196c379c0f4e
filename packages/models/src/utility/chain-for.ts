import { chainOf, toModelWish } from '../catalog/families.ts';
import type { ModelConfigs } from '../config/model-configs.ts';
import { resolveConfig } from '../config/resolve-config.ts';

/** Returns the models for a purpose, best first: the model of the alias with this name, or those of the tier. */
export function chainFor(purpose: string, tier: string, configs: ModelConfigs): readonly string[] {
  const named = resolveConfig({ model: purpose, scope: purpose, isRetry: false, isChatModel: false }, configs).model;
  if (named !== purpose) return [named];
  const wish = toModelWish(tier);
  return chainOf(wish, wish.kind === 'auto' ? wish.family.lite : wish.model);
}
