/** What the tokens are for. */
export const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';

/** Who we are to Google Cloud, and the tokens that prove it. Everything it throws is an `AgentError`. */
export interface TokenSource {
  /** A token that is good for a while. One that was refused is passed back, and another one is fetched. */
  token(signal: AbortSignal, refused?: string): Promise<string>;
  /** The project that goes with the credentials, when no setting names one. */
  projectId(): Promise<string | undefined>;
  /** The project that pays, when it is another one. */
  quotaProjectId(): Promise<string | undefined>;
  describe(): Promise<CredentialDescription>;
}

/** What can be said about credentials without giving them away. */
export interface CredentialDescription {
  /** As the file calls it, such as `authorized_user` or `service_account`; `compute` for a machine at Google. */
  readonly kind: string;
  /** The file, or the server. */
  readonly where: string;
  readonly account?: string | undefined;
}

/** A token as it was made. */
export interface MintedToken {
  readonly token: string;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
}

/** One way to get tokens, with no memory. */
export interface Credentials {
  mint(): Promise<MintedToken>;
  projectId(): Promise<string | undefined>;
  readonly quotaProjectId: string | undefined;
  describe(): Promise<CredentialDescription>;
}
