/** The user's preferences for the TUI. */
export interface Preferences {
  readonly theme: string;
  readonly isVim: boolean;
  /** Without motion, the spinner stands still and times change every few seconds. */
  readonly hasMotion: boolean;
  readonly notifications: 'off' | 'bell' | 'terminal' | 'desktop';
}
