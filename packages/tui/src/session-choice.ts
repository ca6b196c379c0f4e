/** Which session to go on with. */
export type SessionChoice =
  | { readonly kind: 'new' }
  | { readonly kind: 'resume'; readonly sessionId: string; readonly isTakeover?: boolean }
  /** A new session that is the old one up to before an event (null: up to its end), and goes its own way from there. */
  | { readonly kind: 'fork'; readonly sessionId: string; readonly before: string | null };
