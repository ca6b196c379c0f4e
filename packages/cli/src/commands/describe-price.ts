import type { priceOf } from '@bowline/models';

/** A price in two numbers; a dash where it is not known. */
export function describePrice(price: ReturnType<typeof priceOf>): string {
  if (price === undefined) return '-';
  return price.input === 0 && price.output === 0 ? 'free' : `${toDollars(price.input)} / ${toDollars(price.output)}`;
}

function toDollars(value: number): string {
  const cents = value.toFixed(2);
  return Number(cents) === value ? cents : String(value);
}
