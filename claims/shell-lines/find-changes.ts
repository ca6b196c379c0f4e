/** The paths that were added, removed or changed between two snapshots. */
export function findChanges(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  return [
    ...[...after].filter(([path, state]) => before.get(path) !== state).map(([path]) => path),
    ...[...before.keys()].filter((path) => !after.has(path)),
  ];
}
