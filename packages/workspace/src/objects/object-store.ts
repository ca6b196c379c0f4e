/** What is known of an object without reading it. */
export interface ObjectFacts {
  readonly bytes: number;
  /** When it was last written, in milliseconds. */
  readonly at: number;
}

/** An object in a listing. */
export interface ListedObject extends ObjectFacts {
  readonly key: string;
}

/**
 * Objects by key, shared by machines. Whatever was written once can be read everywhere. Keys are made of letters,
 * digits and `._-/`. All operations may be repeated; they throw `STORE_FAILED` if the store cannot be used.
 */
export interface ObjectStore {
  /** Undefined if there is none. */
  facts(key: string): Promise<ObjectFacts | undefined>;
  /** Undefined if there is none. An object that is longer than `maxBytes` is an error. */
  get(key: string, maxBytes: number): Promise<Uint8Array | undefined>;
  /** Resolves when the object is durable. Replaces one with the same key. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The objects whose keys start with `prefix`, in any order. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** Nothing happens if there is none. */
  remove(key: string): Promise<void>;
}

const KEY = /^[a-zA-Z0-9_-][a-zA-Z0-9._-]*(?:\/[a-zA-Z0-9_-][a-zA-Z0-9._-]*)*$/;
const MAX_KEY = 512;

/** Whether a text can be a key. No part of one is empty or starts with a dot, so it leads nowhere else. */
export function isObjectKey(key: string): boolean {
  return key.length <= MAX_KEY && KEY.test(key);
}

/** The part of a store below a prefix, as a store of its own. */
export function withinStore(store: ObjectStore, prefix: string): ObjectStore {
  const at = (key: string): string => `${prefix}/${key}`;
  return {
    facts: (key) => store.facts(at(key)),
    get: (key, maxBytes) => store.get(at(key), maxBytes),
    put: (key, bytes) => store.put(at(key), bytes),
    async *list(wanted) {
      for await (const found of store.list(at(wanted))) yield { ...found, key: found.key.slice(prefix.length + 1) };
    },
    remove: (key) => store.remove(at(key)),
  };
}
