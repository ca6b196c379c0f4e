import type * as z from 'zod';

/** How what a later file says goes together with what an earlier one says. */
export type Joining =
  /** The later one alone; so it is unless told. */
  | 'replace'
  /** Both lists, the earlier one first. */
  | 'concat'
  /** The same, without what is there already. */
  | 'union'
  /** Entry by entry; of one name the later entry alone. */
  | 'entries'
  /** Entry by entry, and in each entry again. */
  | 'deep';

/** One key of a settings file, as the package that goes by it describes it. */
export interface Setting {
  readonly description: string;
  readonly schema: () => z.ZodType;
  readonly default?: unknown;
  readonly join?: Joining;
  /** Variables of the environment that say the same, the stronger first. */
  readonly variables?: readonly string[];
  /** A folder has no say in it, trusted or not: it decides where keys go, or how careful we are. */
  readonly isPersonal?: boolean;
}
