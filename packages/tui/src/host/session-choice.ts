/** A question asked before the session opens: for the key of a provider, or for trust. */
export type SessionAsk = { readonly kind: 'trust' } | { readonly kind: 'key'; readonly provider: string };

/** Which session to open. */
export type SessionChoice =
  | { readonly kind: 'new'; readonly asks?: SessionAsk }
  | {
      readonly kind: 'resume';
      readonly sessionId: string;
      readonly isTakeover?: boolean;
      readonly asks?: SessionAsk;
      /** What changed while it was closed, one row each. */
      readonly notes?: readonly string[];
    }
  /** A new session that copies the old one up to before an event (null: up to its end). */
  | { readonly kind: 'fork'; readonly sessionId: string; readonly before: string | null };
