/** What the rules of a user allow, as beginnings of commands, and a line that creates the file PWN when it is run. */
export type HostileCase = readonly [allowed: readonly string[], line: string];
