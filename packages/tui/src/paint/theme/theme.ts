/** Puts a style on text; what is styled already keeps it. */
export type Style = (text: string) => string;

/** Styles by what they are for, never by which colour they have. */
export interface Theme {
  readonly name: string;
  readonly isDark: boolean;
  /** Bits of colour; with none there are no sequences at all, and what a style would say is said otherwise. */
  readonly colours: 0 | 4 | 8 | 24;
  readonly plain: Style;
  readonly strong: Style;
  readonly emphasis: Style;
  readonly struck: Style;
  /** What may be overlooked. */
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
  /** What the person said. */
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
