/** The models of one generation, by capability. */
export interface Family {
  readonly pro: string;
  readonly flash: string;
  readonly lite: string;
}

const stable: Family = { pro: 'gemini-2.5-pro', flash: 'gemini-3.5-flash', lite: 'gemini-3.1-flash-lite' };
const preview: Family = {
  pro: 'gemini-3.1-pro-preview',
  flash: 'gemini-3-flash-preview',
  lite: 'gemini-3.1-flash-lite',
};
const older: Family = { pro: 'gemini-2.5-pro', flash: 'gemini-2.5-flash', lite: 'gemini-2.5-flash-lite' };

/** The meaning of a model name. */
export type ModelWish =
  /** The router decides between the models of a family. */
  | { readonly kind: 'auto'; readonly family: Family }
  /** A tier: its model, and the rest of its family if that one is unavailable. */
  | { readonly kind: 'tier'; readonly model: string; readonly family: Family }
  /** Exactly this model: a model that is requested by name is never replaced. */
  | { readonly kind: 'model'; readonly model: string; readonly family: Family };

const wishes: Readonly<Record<string, ModelWish>> = {
  auto: { kind: 'auto', family: stable },
  'auto-gemini-3': { kind: 'auto', family: preview },
  'auto-gemini-2.5': { kind: 'auto', family: older },
  pro: { kind: 'tier', model: stable.pro, family: stable },
  flash: { kind: 'tier', model: stable.flash, family: stable },
  'flash-lite': { kind: 'tier', model: stable.lite, family: stable },
};

/** The default: the best model, without a classifier call before each answer. */
export const DEFAULT_MODEL = 'pro';

/** Interprets a model name. */
export function toModelWish(name: string): ModelWish {
  const known = Object.hasOwn(wishes, name) ? wishes[name] : undefined;
  return known ?? { kind: 'model', model: name, family: stable };
}

/** The models with known names. */
export const knownModels: readonly string[] = [
  ...new Set([stable, preview, older].flatMap(({ pro, flash, lite }) => [pro, flash, lite])),
];

/** Every name that a user may request without a provider prefix. */
export const knownNames: readonly string[] = [...Object.keys(wishes), ...knownModels];

/** The next model of the family that a model belongs to, or undefined. */
export function nextInFamily(model: string): string | undefined {
  const family = [older, preview, stable].find(({ pro, flash }) => model === pro || model === flash);
  return family === undefined ? undefined : model === family.pro ? family.flash : family.lite;
}

/** The models to try for a wish, best first. */
export function chainOf(wish: ModelWish, chosen: string): readonly string[] {
  const { pro, flash, lite } = wish.family;
  if (wish.kind === 'model') return [chosen];
  return chosen === lite ? [lite, flash, pro] : chosen === flash ? [flash, lite] : [chosen, flash];
}
