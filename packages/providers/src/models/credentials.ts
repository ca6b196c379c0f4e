import { readFileSync } from 'node:fs';
import { AgentError } from '@bowline/protocol';
import type { ProviderEntry } from '@bowline/models';
import * as z from 'zod';
import { writeWholeFile } from '@bowline/workspace';

const fileSchema = z.record(z.string(), z.object({ apiKey: z.string() }));

/** A key, and where it was found. The key is for the wire and for nothing else. */
export interface Credential {
  readonly apiKey: string;
  readonly source: string;
}

/** Keys of providers: from the environment first, then from a file that only its owner can read. */
export class Credentials {
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly path: string;

  constructor(env: Readonly<Record<string, string | undefined>>, path: string) {
    this.#env = env;
    this.path = path;
  }

  find(provider: string, { keyEnv }: ProviderEntry): Credential | undefined {
    for (const name of keyEnv) {
      const apiKey = this.#env[name];
      if (apiKey !== undefined && apiKey !== '') return { apiKey, source: `$${name}` };
    }
    const kept = this.#read()[provider];
    return kept === undefined ? undefined : { apiKey: kept.apiKey, source: this.path };
  }

  /** Every place that has a key of this provider; the first is the one that counts. */
  places(provider: string, { keyEnv }: ProviderEntry): readonly string[] {
    const variables = keyEnv.filter((name) => (this.#env[name] ?? '') !== '').map((name) => `$${name}`);
    return this.stored().includes(provider) ? [...variables, this.path] : variables;
  }

  /** Whose keys are in the file. */
  stored(): readonly string[] {
    return Object.keys(this.#read());
  }

  /** Every key there is, for whoever has to keep them out of what is written. */
  secrets(providers: Readonly<Record<string, ProviderEntry>>): readonly string[] {
    return Object.entries(providers).flatMap(([name, entry]) => this.find(name, entry)?.apiKey ?? []);
  }

  set(provider: string, apiKey: string): void {
    this.#write({ ...this.#read(), [provider]: { apiKey } });
  }

  /** True when there was one. */
  remove(provider: string): boolean {
    const { [provider]: gone, ...rest } = this.#read();
    if (gone !== undefined) this.#write(rest);
    return gone !== undefined;
  }

  #read(): z.infer<typeof fileSchema> {
    try {
      return fileSchema.parse(JSON.parse(readFileSync(this.path, 'utf8')));
    } catch (thrown) {
      if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return {};
      throw new AgentError('SETTINGS_INVALID', `Cannot read ${this.path}`, {
        hint: 'Remove it and store the keys again: bowline auth set PROVIDER',
      });
    }
  }

  /** In one piece, and never to be read by others: a new file takes the place of the old one. */
  #write(value: z.infer<typeof fileSchema>): void {
    writeWholeFile(this.path, `${JSON.stringify(value, null, 2)}\n`);
  }
}
