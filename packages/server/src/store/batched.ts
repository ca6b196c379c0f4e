/**
 * Asks for many at once what is asked for one by one within a moment: a thousand who each look once a second are a few
 * queries. What is not in the answer is undefined; who asks again while it is on its way waits for the next one.
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
