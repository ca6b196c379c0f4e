/** A line without any rule, and its id. Run in the scratch home, it must need approval or have no effect. */
export type RedCase = readonly [id: string, line: string];
