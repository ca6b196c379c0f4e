/** What a variable holds; undefined when there is none of that name, or it is not to be had. */
export type Lookup = (name: string) => string | undefined;

/** `$NAME`, `${NAME}` and `${NAME:-default}`, as Gemini CLI writes them. */
const reference = /\$(?:(?<bare>[A-Za-z_]\w*)|\{(?<name>[A-Za-z_]\w*)(?::-(?<otherwise>[^}]*))?\})/g;

/** Puts variables into a text. One that is not there and has no default stays as it is written. */
export function expandVariables(text: string, lookup: Lookup): string {
  if (!text.includes('$')) return text;
  return text.replace(reference, (written, ...rest) => {
    const { bare, name, otherwise } = rest.at(-1) as Readonly<Record<string, string | undefined>>;
    return lookup(bare ?? name ?? '') ?? otherwise ?? written;
  });
}

/** The same in every text of a value. */
export function expandAll(value: unknown, lookup: Lookup): unknown {
  if (typeof value === 'string') return expandVariables(value, lookup);
  if (Array.isArray(value)) return value.map((item) => expandAll(item, lookup));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, expandAll(item, lookup)]));
}

/** The variables that a text cannot do without: it has no default for them. */
export function neededVariables(text: string): readonly string[] {
  if (!text.includes('$')) return [];
  return [...text.matchAll(reference)].flatMap(({ groups = {} }) =>
    groups['otherwise'] === undefined ? (groups['bare'] ?? groups['name'] ?? []) : [],
  );
}
