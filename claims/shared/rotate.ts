/** The list from another place on: what always follows the same neighbor would be charged with what that left behind. */
export function rotate<Item>(list: readonly Item[], by: number): readonly Item[] {
  const from = ((by % list.length) + list.length) % list.length;
  return [...list.slice(from), ...list.slice(0, from)];
}
