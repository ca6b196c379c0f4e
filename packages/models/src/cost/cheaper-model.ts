import { priceOf } from './price-of.ts';
import type { PriceTable } from './price.ts';
import { pricedModels } from './prices.ts';
import { providerOf } from '../providers/model-name.ts';
import { nextInFamily } from '../catalog/families.ts';

/**
 * The model to offer instead of one that the user named: the next of its family, or else the most capable one of its
 * provider that costs less. Undefined if there is none.
 */
export function cheaperModel(model: string, prices: PriceTable): string | undefined {
  const next = nextInFamily(model);
  if (next !== undefined) return next;
  const costOf = (name: string): number | undefined => priceOf(name, undefined, prices)?.output;
  const cost = costOf(model) ?? 0;
  return pricedModels
    .filter((name) => !name.endsWith('*') && providerOf(name) === providerOf(model))
    .map((name) => ({ name, cost: costOf(name) ?? Infinity }))
    .filter((other) => other.cost < cost)
    .toSorted((one, other) => other.cost - one.cost)[0]?.name;
}
