/** Applies a style to text. Text that is already styled keeps its style. */
export type Style = (text: string) => string;

/** Styles by purpose, not by color. */
export interface Theme {
  readonly name: string;
  readonly isDark: boolean;
  /** Bits of color. With 0, words replace what colors would show. */
  readonly colours: 0 | 4 | 8 | 24;
  /** Whether messages, diffs and the marked row have a background that reaches the margin. */
  readonly hasGrounds: boolean;
  /** The text color of the terminal. */
  readonly plain: Style;
  readonly strong: Style;
  readonly emphasis: Style;
  readonly struck: Style;
  /** For less important text. */
  readonly dim: Style;
  /** The focus, the selection, keys and the spinner. */
  readonly accent: Style;
  readonly success: Style;
  readonly warning: Style;
  readonly danger: Style;
  readonly heading: Style;
  readonly link: Style;
  readonly code: Style;
  readonly quote: Style;
  /** A frame without the focus, and the lines of tables. */
  readonly border: Style;
  /** For messages of the user. */
  readonly person: Style;
  readonly thought: Style;
  /** The background of added and removed lines. */
  readonly added: Style;
  readonly removed: Style;
  /** Their sign and number. */
  readonly addedSign: Style;
  readonly removedSign: Style;
  readonly addedWord: Style;
  readonly removedWord: Style;
  /** The marked row of a list. */
  readonly selection: Style;
  readonly syntax: {
    readonly keyword: Style;
    readonly text: Style;
    readonly number: Style;
    readonly comment: Style;
    readonly name: Style;
    readonly type: Style;
  };
}
