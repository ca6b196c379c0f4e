import type * as z from 'zod';

/** How the values of a setting in several files are merged. */
export type Joining =
  /** The later value replaces the earlier one. This is the default. */
  | 'replace'
  /** Both lists, the earlier one first. */
  | 'concat'
  /** Both lists without duplicates. */
  | 'union'
  /** Merges maps. Later entries replace earlier ones. */
  | 'entries'
  /** Merges maps recursively. */
  | 'deep';

/** The definition of one setting, owned by the package that uses it. */
export interface Setting {
  readonly description: string;
  readonly schema: () => z.ZodType;
  readonly default?: unknown;
  readonly join?: Joining;
  /** Environment variables that set it, highest precedence first. */
  readonly variables?: readonly string[];
  /**
   * Ignored in project settings, even in trusted folders: it determines where keys are sent or how strict Bowline is.
   */
  readonly isPersonal?: boolean;
}
