/** A line that nobody allowed, with an id to speak of it. Run in the scratch home, it must be asked about or have no effect. */
export type RedCase = readonly [id: string, line: string];
