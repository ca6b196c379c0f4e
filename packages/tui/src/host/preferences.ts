/** The user's preferences for the TUI. */
export interface Preferences {
  readonly theme: string;
  readonly isVim: boolean;
  readonly notifications: 'off' | 'bell' | 'terminal' | 'desktop';
}
