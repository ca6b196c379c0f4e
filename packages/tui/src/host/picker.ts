/** A row of a picker. */
export interface PickerRow {
  readonly id: string;
  /** Columns are padded by the caller. */
  readonly text: string;
  /** At the right. */
  readonly note?: string;
  /** Below the list while the row is marked. */
  readonly about?: readonly string[];
  /** Enter must be pressed twice. */
  readonly isDoubled?: boolean;
}

/** A list from which the user picks one, in a panel. */
export interface Picker {
  readonly title: string;
  readonly rows: readonly PickerRow[];
  /** The row that is marked first. */
  readonly first?: string;
  /** The names of columns. */
  readonly head?: string;
  /** At the right of the title, in place of the number of rows. */
  readonly right?: string;
  /** The keys, most important first. */
  readonly hint: string;
  /** What a choice can apply to. Tab changes it; the first one is the default. */
  readonly scopes?: readonly string[];
  /** The panel is closed before. A failure is shown. */
  readonly choose: (id: string, scope: string) => void | Promise<void>;
  /** Ctrl-X on a row. The panel is closed before. */
  readonly reset?: (id: string, scope: string) => void | Promise<void>;
}
