/** What the person has chosen about the surface itself. */
export interface Preferences {
  readonly theme: string;
  readonly isVim: boolean;
  readonly notifications: 'off' | 'bell' | 'terminal' | 'desktop';
}
