/** Rotates the list. Otherwise an item would always pay for what the same predecessor leaves behind. */
export function rotate<Item>(list: readonly Item[], by: number): readonly Item[] {
  const from = ((by % list.length) + list.length) % list.length;
  return [...list.slice(from), ...list.slice(0, from)];
}
