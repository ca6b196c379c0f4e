import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { ARTIFACT_BUDGET, toArtifactName, type ArtifactStore } from '@bowline/log';
import { AgentError, parseArtifactName } from '@bowline/protocol';
import { notFound } from './session-claims.ts';
import { assertSessionId, type Call, type TenantDatabase } from './tenant-database.ts';

const pack = promisify(gzip);
const unpack = promisify(gunzip);
const FAST = { level: 1 } as const;

/** The artifacts of a tenant's sessions in PostgreSQL. Sessions share a text that several of them have. */
export function createPostgresArtifacts(
  database: TenantDatabase,
  { budget = ARTIFACT_BUDGET }: { readonly budget?: number } = {},
): ArtifactStore {
  const { tenant } = database;
  return {
    async put(sessionId, text) {
      assertSessionId(sessionId);
      if (Buffer.byteLength(text) > budget)
        throw new AgentError('STORE_FAILED', 'The text is larger than a session may keep', {
          hint: `The limit is ${budget / 1024 / 1024} MB for each session`,
        });
      const call = await toKeepCall({ tenant, sessionId, text });
      const [row] = await database.call<{ size: string | null }>(`save an artifact of session ${sessionId}`, call);
      if (row?.size == null) throw notFound(sessionId);
      if (Number(row.size) > budget)
        await database.call(`drop old artifacts of session ${sessionId}`, {
          name: 'bowline_trim_artifacts',
          text: 'select bowline.trim_artifacts($1, $2, $3)',
          values: [tenant, sessionId, budget],
        });
      return toArtifactName(text);
    },
    async get(sessionId, name) {
      const key = parseArtifactName(name);
      if (key === undefined) return undefined;
      const bytes = await database.run('read an artifact', async (query) => {
        const row = await query
          .selectFrom('bowline.artifact_use as use')
          .innerJoin('bowline.artifact as artifact', (join) =>
            join.onRef('artifact.tenant', '=', 'use.tenant').onRef('artifact.hash', '=', 'use.hash'),
          )
          .select('artifact.bytes')
          .where('use.tenant', '=', tenant)
          .where('use.session_id', '=', sessionId)
          .where('use.hash', '=', key)
          .executeTakeFirst();
        return row?.bytes;
      });
      const plain = bytes === undefined ? undefined : await unpack(bytes).catch(() => undefined);
      return plain !== undefined && hash('sha256', plain, 'hex') === key ? plain.toString() : undefined;
    },
    async list(sessionId) {
      const rows = await database.run('list artifacts', (query) =>
        query
          .selectFrom('bowline.artifact_use')
          .select('hash')
          .where('tenant', '=', tenant)
          .where('session_id', '=', sessionId)
          .orderBy('at')
          .execute(),
      );
      return rows.map(({ hash: key }) => `artifact:${key}`);
    },
  };
}

/** The call that keeps a text. Its result is how much the session has, in bytes, or null if there is no such session. */
export async function toKeepCall(kept: {
  readonly tenant: string;
  readonly sessionId: string;
  readonly text: string;
}): Promise<Call> {
  const { tenant, sessionId, text } = kept;
  const plain = Buffer.from(text);
  const key = hash('sha256', plain, 'hex');
  return {
    name: 'bowline_keep_artifact',
    text: 'select bowline.keep_artifact($1, $2, $3, $4, $5) as size',
    values: [tenant, sessionId, key, plain.length, await pack(plain, FAST)],
  };
}
