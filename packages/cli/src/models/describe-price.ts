import type { priceOf } from '@bowline/models';
import { modelTexts } from '../texts/model-texts.ts';

/** The price of input and output; a dash if it is unknown. */
export function describePrice(price: ReturnType<typeof priceOf>): string {
  if (price === undefined) return '-';
  return price.input === 0 && price.output === 0
    ? modelTexts.free
    : `${toDollars(price.input)} / ${toDollars(price.output)}`;
}

function toDollars(value: number): string {
  const cents = value.toFixed(2);
  return Number(cents) === value ? cents : String(value);
}
