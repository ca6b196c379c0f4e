import type { Theme } from '../theme/theme.ts';

/** How to paint: width, styles and time. */
export interface View {
  readonly width: number;
  readonly theme: Theme;
  /** Uses words instead of icons, and no drawing or animation. */
  readonly isScreenReader: boolean;
  /** Paths are shown relative to this folder. */
  readonly workspace: string;
  /** The user's home folder. Paths in it are shown with `~`. */
  readonly home?: string;
  /** The user's name, which is not shown to them. */
  readonly user?: string;
  /** Shows folded content completely. */
  readonly isUnfolded: boolean;
  /** Nothing moves but what the session says. */
  readonly isStill?: boolean;
  /** Milliseconds, for live content such as a countdown. */
  readonly now: number;
}

/** Painted text, one row each, none wider than the view. Contains only SGR and OSC 8 sequences. */
export type Lines = readonly string[];
