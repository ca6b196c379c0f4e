/** Returns the value of a variable. Undefined if it is not set or not allowed here. */
export type Lookup = (name: string) => string | undefined;

/** `$NAME`, `${NAME}` and `${NAME:-default}`, in Gemini CLI's syntax. */
const reference = /\$(?:(?<bare>[A-Za-z_]\w*)|\{(?<name>[A-Za-z_]\w*)(?::-(?<otherwise>[^}]*))?\})/g;

/** Expands variables in a string. A variable that is not set and has no default stays as written. */
export function expandVariables(text: string, lookup: Lookup): string {
  if (!text.includes('$')) return text;
  return text.replace(reference, (written, ...rest) => {
    const { bare, name, otherwise } = rest.at(-1) as Readonly<Record<string, string | undefined>>;
    return lookup(bare ?? name ?? '') ?? otherwise ?? written;
  });
}

/** Does the same for every string in a value. */
export function expandAll(value: unknown, lookup: Lookup): unknown {
  if (typeof value === 'string') return expandVariables(value, lookup);
  if (Array.isArray(value)) return value.map((item) => expandAll(item, lookup));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, expandAll(item, lookup)]));
}

/** The variables in a string that have no default. */
export function neededVariables(text: string): readonly string[] {
  if (!text.includes('$')) return [];
  return [...text.matchAll(reference)].flatMap(({ groups = {} }) =>
    groups['otherwise'] === undefined ? (groups['bare'] ?? groups['name'] ?? []) : [],
  );
}
