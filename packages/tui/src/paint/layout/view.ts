import type { Theme } from '../theme/theme.ts';

/** For whom something is painted: how wide, in which styles, when. */
export interface View {
  readonly width: number;
  readonly theme: Theme;
  /** Words in place of signs, nothing drawn, nothing that moves. */
  readonly isScreenReader: boolean;
  /** The folder that paths are shown from. */
  readonly workspace: string;
  /** Their home folder: paths below it are shown with `~`. */
  readonly home?: string;
  /** Who looks: their own name is not told them. */
  readonly user?: string;
  /** Shows all of what is otherwise folded. */
  readonly isUnfolded: boolean;
  /** Milliseconds; only of what is alive, such as a countdown. */
  readonly now: number;
}

/** Painted text, a row each, none wider than the view. Holds SGR and OSC 8 sequences and no others. */
export type Lines = readonly string[];
