import { readFileSync } from 'node:fs';
import { AgentError } from '@bowline/protocol';
import { knownProviders, type ProviderEntry } from '@bowline/models';
import * as z from 'zod';
import { writeWholeFile } from '@bowline/workspace';

const fileSchema = z.record(z.string(), z.object({ apiKey: z.string() }));

/** A key and where it was found. Send it only to the provider. */
export interface Credential {
  readonly apiKey: string;
  readonly source: string;
}

/** API keys of providers: first from the environment, then from a file that only its owner can read. */
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

  /** All places that hold a key for this provider. The first is used. */
  places(provider: string, { keyEnv }: ProviderEntry): readonly string[] {
    const variables = keyEnv.filter((name) => (this.#env[name] ?? '') !== '').map((name) => `$${name}`);
    return this.stored().includes(provider) ? [...variables, this.path] : variables;
  }

  /** The providers whose keys are in the file. */
  stored(): readonly string[] {
    return Object.keys(this.#read());
  }

  /** Every known key, for redaction: those in use, and those that another one takes precedence over. */
  secrets(providers: Readonly<Record<string, ProviderEntry>>): readonly string[] {
    const variables = [...Object.values(knownProviders), ...Object.values(providers)].flatMap(({ keyEnv }) =>
      keyEnv.map((name) => this.#env[name] ?? ''),
    );
    const stored = Object.values(this.#read()).map(({ apiKey }) => apiKey);
    return [...new Set([...variables, ...stored])].filter((key) => key !== '');
  }

  set(provider: string, apiKey: string): void {
    this.#write({ ...this.#read(), [provider]: { apiKey } });
  }

  /** Returns true if there was one. */
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

  /** Replaces the file atomically with one that only its owner can read. */
  #write(value: z.infer<typeof fileSchema>): void {
    writeWholeFile(this.path, `${JSON.stringify(value, null, 2)}\n`);
  }
}
