/** A provider of models that can be connected. */
export interface Connectable {
  readonly id: string;
  readonly name: string;
  /** Where its key is from, or what it uses instead. */
  readonly note: string;
  /** The environment variable of its key. Null: it needs no key. */
  readonly variable: string | null;
}

/** How a model is connected at the first start. */
export interface Connecting {
  readonly providers: readonly Connectable[];
  /** The provider whose keys begin like this one. Null if unknown. */
  readonly ownerOf: (key: string) => string | null;
  /** Tests and stores a key. Returns what the user should know. Rejects with an `AgentError`. */
  readonly connect: (provider: string, key: string | null) => Promise<readonly string[]>;
}
