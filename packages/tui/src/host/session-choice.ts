/** A question that is asked on the screen before the session is open: for the key of a provider, or for trust. */
export type SessionAsk = { readonly kind: 'trust' } | { readonly kind: 'key'; readonly provider: string };

/** Which session to go on with. */
export type SessionChoice =
  | { readonly kind: 'new'; readonly asks?: SessionAsk }
  | {
      readonly kind: 'resume';
      readonly sessionId: string;
      readonly isTakeover?: boolean;
      readonly asks?: SessionAsk;
    }
  /** A new session that is the old one up to before an event (null: up to its end), and goes its own way from there. */
  | { readonly kind: 'fork'; readonly sessionId: string; readonly before: string | null };
