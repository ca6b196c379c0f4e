import type { Part } from '@google/genai';

/** Changes to the texts of a part. Each returns the same string if there is nothing to change. */
export interface TextChanges {
  /** Messages and results; `tool` is the tool of a result. */
  readonly text: (text: string, tool?: string) => string;
  /** The arguments of a call. */
  readonly argument: (text: string) => string;
  /** A file, as base64; undefined removes it. */
  readonly data: (data: string) => string | undefined;
}

/** Replaces a file that is removed. */
const LEFT_OUT = '[removed: a file that holds a secret]';

/**
 * Returns the part with its texts changed, including those of calls and tool results; the same object if none changes.
 * Signed thoughts stay unchanged, because a provider rejects them otherwise.
 */
export function changeTexts(part: Part, changes: TextChanges): Part {
  if (part.functionResponse?.response !== undefined) return changeResponse(part, changes);
  if (part.functionCall?.args !== undefined) return changeCall(part, changes);
  if (part.inlineData?.data !== undefined) return changeFile(part, changes);
  const { text, thought, thoughtSignature } = part;
  if (text === undefined || (thought === true && thoughtSignature !== undefined)) return part;
  const changed = changes.text(text);
  return changed === text ? part : { ...part, text: changed };
}

function changeResponse(part: Part, { text }: TextChanges): Part {
  const { response, ...rest } = part.functionResponse ?? {};
  const changed = mapStrings(response, (value) => text(value, rest.name ?? 'a tool')) as NonNullable<typeof response>;
  return changed === response ? part : { ...part, functionResponse: { ...rest, response: changed } };
}

function changeCall(part: Part, { argument }: TextChanges): Part {
  const { args, ...rest } = part.functionCall ?? {};
  const changed = mapStrings(args, argument) as NonNullable<typeof args>;
  return changed === args ? part : { ...part, functionCall: { ...rest, args: changed } };
}

function changeFile(part: Part, { data: change }: TextChanges): Part {
  const { data = '', ...rest } = part.inlineData ?? {};
  const changed = change(data);
  if (changed === undefined) return { text: LEFT_OUT };
  return changed === data ? part : { ...part, inlineData: { ...rest, data: changed } };
}

/** Changes the strings of a JSON value; returns the same object if none changes. */
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

/** Like `map`, but returns the same array if nothing changes. */
export function mapSame<Item>(items: Item[], change: (item: Item) => Item): Item[] {
  let changed: Item[] | undefined;
  for (const [n, item] of items.entries()) {
    const next = change(item);
    if (next !== item) changed ??= items.slice(0, n);
    changed?.push(next);
  }
  return changed ?? items;
}
