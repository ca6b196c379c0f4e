import type { Part } from '@google/genai';

/** The part with its texts changed, those of a tool's result too; the very same part when none of them changes. */
export function changeTexts(part: Part, change: (text: string, tool?: string) => string): Part {
  const { text, thought, thoughtSignature, functionResponse } = part;
  if (functionResponse?.response !== undefined) {
    const { response, ...rest } = functionResponse;
    const changed = mapStrings(response, (value) => change(value, rest.name ?? 'a tool'));
    return changed === response
      ? part
      : { ...part, functionResponse: { ...rest, response: changed as typeof response } };
  }
  if (text === undefined || (thought === true && thoughtSignature !== undefined)) return part;
  const changed = change(text);
  return changed === text ? part : { ...part, text: changed };
}

/** JSON with its strings changed; what has none that change is the very same object. */
export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return mapSame(value as unknown[], (item) => mapStrings(item, change));
  if (typeof value !== 'object' || value === null) return value;
  const entries: [string, unknown][] = Object.entries(value);
  const changed = mapSame(entries, (entry): [string, unknown] => {
    const item = mapStrings(entry[1], change);
    return item === entry[1] ? entry : [entry[0], item];
  });
  return changed === entries ? value : Object.fromEntries(changed);
}

/** As `map`, but the very same array when nothing changes. */
export function mapSame<Item>(items: Item[], change: (item: Item) => Item): Item[] {
  let changed: Item[] | undefined;
  for (const [n, item] of items.entries()) {
    const next = change(item);
    if (next !== item) changed ??= items.slice(0, n);
    changed?.push(next);
  }
  return changed ?? items;
}
