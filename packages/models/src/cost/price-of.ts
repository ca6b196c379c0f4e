import { splitModelName } from '../providers/model-name.ts';
import type { Price, PriceTable } from './price.ts';
import { publishedPrices, type PublishedPrices } from './prices.ts';

/** Google bills the same for both. */
const bareProviders: ReadonlySet<string> = new Set(['gemini', 'vertex']);

/**
 * Suffixes that do not change the price of a known model: a date, a build, `latest`, `preview` or `exp`.
 *
 * One or two digits are not a build: `claude-opus-5-5` is another model than `claude-opus-5`.
 */
const RELEASE = /^(?:latest|\d{3,}|\d{4}-\d{2}-\d{2}|\d{2}-\d{2}|\d{2}-\d{4}|(?:exp|experimental|preview)(?:-.*)?)$/;

/** Speech and image models are billed differently, whatever model they are based on. */
const NOT_TEXT = /(?:^|-)(?:tts|audio|image|live)(?:-|$)/;

/**
 * Returns the price of a model; custom prices take precedence over published ones. Undefined means unknown, not free.
 */
export function priceOf(
  model: string,
  published: PublishedPrices = publishedPrices,
  custom: PriceTable = {},
): Price | undefined {
  const { provider, model: bare } = splitModelName(model);
  const names = bareProviders.has(provider) ? [model, bare] : [model];
  for (const prices of [custom, published.prices]) {
    for (const name of names) {
      const price = findByName(name, prices);
      if (price !== undefined) return price;
    }
    const ofAll = ownPrice(`${provider}/*`, prices);
    if (ofAll !== undefined) return ofAll;
  }
  return undefined;
}

function findByName(name: string, prices: PriceTable): Price | undefined {
  const exact = ownPrice(name, prices);
  if (exact !== undefined) return exact;
  for (let at = name.lastIndexOf('-'); at > 0; at = name.lastIndexOf('-', at - 1)) {
    const known = ownPrice(name.slice(0, at), prices);
    if (known !== undefined) return isRelease(name.slice(at + 1)) ? known : undefined;
  }
  return undefined;
}

function isRelease(suffix: string): boolean {
  return RELEASE.test(suffix) && !NOT_TEXT.test(suffix);
}

function ownPrice(key: string, prices: PriceTable): Price | undefined {
  return Object.hasOwn(prices, key) ? prices[key] : undefined;
}
