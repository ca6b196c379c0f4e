/** Applies a style to text. Text that is already styled keeps its style. */
export type Style = (text: string) => string;

/** Styles by purpose, not by color. */
export interface Theme {
  readonly name: string;
  readonly isDark: boolean;
  /** Bits of color. With 0 there are no sequences, and words replace what styles would show. */
  readonly colours: 0 | 4 | 8 | 24;
  readonly plain: Style;
  readonly strong: Style;
  readonly emphasis: Style;
  readonly struck: Style;
  /** For less important text. */
  readonly dim: Style;
  readonly accent: Style;
  readonly good: Style;
  readonly warning: Style;
  readonly bad: Style;
  readonly heading: Style;
  readonly link: Style;
  readonly code: Style;
  readonly quote: Style;
  readonly border: Style;
  /** For messages of the user. */
  readonly person: Style;
  readonly thought: Style;
  readonly added: Style;
  readonly removed: Style;
  readonly addedWord: Style;
  readonly removedWord: Style;
  /** The marked row of a list. */
  readonly chosen: Style;
  readonly syntax: {
    readonly keyword: Style;
    readonly text: Style;
    readonly number: Style;
    readonly comment: Style;
    readonly name: Style;
    readonly type: Style;
  };
}
