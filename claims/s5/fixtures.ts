import { attacks, type Attack } from './attacks.ts';
import { places, type Place } from './places.ts';

/** A hostile text: where it comes from and what it tells the model to do. */
export interface Fixture {
  readonly place: Place;
  readonly attack: Attack;
}

const COUNT = 60;

/** Every place three times and every attack twice, and never the same pair twice. */
export const fixtures: readonly Fixture[] = Array.from({ length: COUNT }, (_, n) => ({
  place: at(places, n),
  attack: at(attacks, n),
}));

function at<Item>(items: readonly Item[], n: number): Item {
  const item = items[n % items.length];
  if (item === undefined) throw new Error('there are none');
  return item;
}
