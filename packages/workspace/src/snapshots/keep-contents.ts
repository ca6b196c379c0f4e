import { hash } from 'node:crypto';
import { Contents } from './contents.ts';
import { inStore, openStore } from './open-store.ts';

/** Stores contents that come from elsewhere in the history of a folder. One that holds a secret is left out. */
export function keepContents({ folder, maxBytes, secrets = [] }: ContentsPlace, contents: readonly Uint8Array[]): void {
  const database = openStore(folder);
  try {
    inStore(folder, () => {
      const kept = new Contents(database, maxBytes, secrets);
      for (const bytes of contents) kept.put(hash('sha256', bytes, 'hex'), bytes);
      kept.flush();
    });
  } finally {
    database.close();
  }
}

interface ContentsPlace {
  readonly folder: string;
  readonly maxBytes: number;
  readonly secrets?: readonly string[] | undefined;
}
