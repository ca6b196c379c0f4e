import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestPostgres } from '../../tests/server/open-postgres.ts';

/** The configuration of a worker and an HTTP server, before it becomes environment variables. */
export interface ServerParts {
  /** The folder for their state and the compile cache of Node. */
  readonly folder: string;
  readonly home: string;
  readonly model: string;
  readonly postgres: TestPostgres;
  readonly bus: string | undefined;
  readonly engine: { readonly ingress: string; readonly admin: string; readonly publicKey: string };
}

/** The environment of the processes of a server. */
export function serverEnvironment(parts: ServerParts): Readonly<Record<string, string | undefined>> {
  const { folder, home, model, postgres, bus, engine } = parts;
  return {
    PATH: process.env['PATH'],
    HOME: home,
    TMPDIR: tmpdir(),
    BOWLINE_HOME: home,
    NODE_COMPILE_CACHE: join(folder, 'cache'),
    GEMINI_API_KEY: 'none',
    GOOGLE_GEMINI_BASE_URL: model,
    DATABASE_URL: postgres.appUrl,
    NATS_URL: bus,
    RESTATE_INGRESS_URL: engine.ingress,
    RESTATE_ADMIN_URL: engine.admin,
    RESTATE_IDENTITY_KEY: engine.publicKey,
  };
}
