/**
 * Combines queries for single names that arrive within `waitMs` into one query, so that a thousand sessions polling
 * once a second cost only a few queries. A name without a result gets undefined. A call that arrives while a query runs
 * waits for the next one.
 */
export function createBatched<Value>(
  ask: (names: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  waitMs: number,
): (name: string) => Promise<Value | undefined> {
  let gathering: { readonly names: Set<string>; readonly answer: Promise<ReadonlyMap<string, Value>> } | undefined;
  const begin = (): NonNullable<typeof gathering> => {
    const names = new Set<string>();
    const answer = elapsed(waitMs).then(() => {
      gathering = undefined;
      return ask([...names]);
    });
    return { names, answer };
  };
  return async (name) => {
    gathering ??= begin();
    gathering.names.add(name);
    return (await gathering.answer).get(name);
  };
}

async function elapsed(ms: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
