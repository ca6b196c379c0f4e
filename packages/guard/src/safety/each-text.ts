/** A text in the arguments of a call, and the name of its argument. */
export interface ArgumentText {
  readonly name: string;
  readonly text: string;
}

/** Every text in the arguments of a call, at any depth. */
export function eachText(value: unknown, name = ''): readonly ArgumentText[] {
  if (typeof value === 'string') return [{ name, text: value }];
  if (Array.isArray(value)) return value.flatMap((item) => eachText(item, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => eachText(item, key));
}
