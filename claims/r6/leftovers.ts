/** Resources started since then that would keep this process alive. */
export interface Leftovers {
  /** Waits briefly for them to close, and lists the remaining ones. */
  find(): Promise<readonly string[]>;
}

const MOMENT_MS = 1000;

/** Records the current resources, so that later ones can be recognized. */
export function createLeftovers(): Leftovers {
  const before = count();
  const added = (): readonly string[] =>
    [...count()].flatMap(([name, now]) =>
      Array.from({ length: Math.max(0, now - (before.get(name) ?? 0)) }, () => name),
    );
  return {
    async find() {
      const until = performance.now() + MOMENT_MS;
      while (added().length > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 5));
      return added();
    },
  };
}

/** Immediates are ignored: they only show that work is in progress. */
function count(): Map<string, number> {
  const names = process.getActiveResourcesInfo().filter((name) => name !== 'Immediate');
  return new Map([...Map.groupBy(names, (name) => name)].map(([name, found]) => [name, found.length]));
}
