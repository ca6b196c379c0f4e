/** The OAuth scope of the tokens. */
export const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';

/** Google Cloud credentials and their tokens. Everything it throws is an `AgentError`. */
export interface TokenSource {
  /** Returns a token that is valid for a while. Pass a rejected token to get another one. */
  token(signal: AbortSignal, refused?: string): Promise<string>;
  /** The project of the credentials, if no setting names one. */
  projectId(): Promise<string | undefined>;
  /** The project that is billed, if it is another one. */
  quotaProjectId(): Promise<string | undefined>;
  describe(): Promise<CredentialDescription>;
}

/** A description of credentials without secrets. */
export interface CredentialDescription {
  /** The type in the file, such as `authorized_user` or `service_account`; `compute` for a Google Cloud machine. */
  readonly kind: string;
  /** The file, or the server. */
  readonly where: string;
  readonly account?: string | undefined;
}

/** A new token. */
export interface MintedToken {
  readonly token: string;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
}

/** One source of tokens, without a cache. */
export interface Credentials {
  mint(): Promise<MintedToken>;
  projectId(): Promise<string | undefined>;
  readonly quotaProjectId: string | undefined;
  describe(): Promise<CredentialDescription>;
}
