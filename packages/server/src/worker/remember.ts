/** Caches the results of a function for `ms`, and at most `most` of them. */
export function remember<Value>(
  ask: (name: string) => Value,
  { ms, most = 1_000 }: { readonly ms: number; readonly most?: number },
): (name: string) => Value {
  const known = new Map<string, { readonly value: Value; readonly until: number }>();
  return (name) => {
    const found = known.get(name);
    if (found !== undefined && found.until > Date.now()) return found.value;
    known.delete(name);
    const value = ask(name);
    known.set(name, { value, until: Date.now() + ms });
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    return value;
  };
}
