/** The command prefixes that a user's rules allow, and a line that creates the file PWN when it is run. */
export type HostileCase = readonly [allowed: readonly string[], line: string];
