/** What is learned in sessions: a lasting approval, or a fact. */
export type LearnedKind = 'grant' | 'fact';

/** Learned data that several machines share, in place of files in the user's home. */
export interface LearnedStore {
  /** Oldest first. */
  readonly list: (kind: LearnedKind) => Promise<readonly { readonly key: string; readonly text: string }[]>;
  /** Adds an entry durably. False if one with this key is there already, which stays as it is. */
  readonly add: (kind: LearnedKind, entry: { readonly key: string; readonly text: string }) => Promise<boolean>;
}
