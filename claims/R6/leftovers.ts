/** What was started since and would still keep this process alive. */
export interface Leftovers {
  /** Gives it a moment to go; what is there after that is listed. */
  find(): Promise<readonly string[]>;
}

const MOMENT_MS = 1000;

/** Notes what is there now, before anything is started, so that what is added can be told. */
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

/** Immediates only say that something is being done right now. */
function count(): Map<string, number> {
  const names = process.getActiveResourcesInfo().filter((name) => name !== 'Immediate');
  return new Map([...Map.groupBy(names, (name) => name)].map(([name, found]) => [name, found.length]));
}
