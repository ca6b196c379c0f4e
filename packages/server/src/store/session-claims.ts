import { AgentError, unreachable } from '@bowline/protocol';
import { GENESIS, sessionHeld, type LogHead, type LogOwner } from '@bowline/log';
import * as z from 'zod';
import type { TenantDatabase } from './tenant-database.ts';

const ownerSchema = z.object({ pid: z.number(), host: z.string(), name: z.string(), since: z.string() });

/** The database's answer to a claim. */
export interface ClaimRow {
  readonly outcome: 'missing' | 'exists' | 'busy' | 'claimed';
  readonly epoch: string;
  readonly head_seq: string;
  readonly head_hash: string;
  readonly last_hash: string | null;
  readonly is_longer: boolean;
  readonly owner: unknown;
  readonly summary: string | null;
  /** The body of the last record if it says that the session was moved elsewhere. */
  readonly moved: string | null;
}

/** Who claims which session. The holder is a unique name for this opening and is never reused. */
export interface Claimant {
  readonly sessionId: string;
  readonly holder: string;
  readonly owner: LogOwner;
  readonly since: string;
  readonly leaseMs: number;
  readonly create: boolean;
  readonly takeover: boolean;
}

/** The call that starts an epoch. Can be part of a transaction. */
export function toClaimCall(tenant: string, claimant: Claimant): { name: string; text: string; values: unknown[] } {
  const { sessionId, holder, owner, since, leaseMs, create, takeover } = claimant;
  const named = JSON.stringify({ ...owner, since });
  return {
    name: 'bowline_claim',
    text: 'select * from bowline.claim($1, $2, $3, $4, $5, $6, $7, $8)',
    values: [tenant, sessionId, holder, named, leaseMs, create, takeover, GENESIS],
  };
}

/** Returns the row of a granted claim. Throws the reason for a rejected one. */
export function toGranted(row: ClaimRow | undefined, sessionId: string): ClaimRow {
  const outcome = row?.outcome ?? 'missing';
  switch (outcome) {
    case 'claimed':
      if (row !== undefined) return row;
      throw notFound(sessionId);
    case 'missing':
      throw notFound(sessionId);
    case 'exists':
      throw new AgentError('SESSION_EXISTS', `Session ${sessionId} already exists`, {
        hint: 'Resume it, or choose another id',
      });
    case 'busy':
      throw sessionHeld(sessionId, ownerSchema.safeParse(row?.owner).data);
    default:
      return unreachable(outcome);
  }
}

export function notFound(sessionId: string): AgentError {
  return new AgentError('SESSION_NOT_FOUND', `Session not found: ${sessionId}`, {
    hint: 'List the sessions to find the right id',
  });
}

/**
 * Starts a new epoch for the same holder, so that nothing it sent before can still arrive. Returns undefined if another
 * holder has taken over.
 */
export async function reclaim(
  database: TenantDatabase,
  { sessionId, holder, leaseMs }: Pick<Claimant, 'sessionId' | 'holder' | 'leaseMs'>,
): Promise<{ readonly epoch: number; readonly head: LogHead } | undefined> {
  const [row] = await database.callOnce<Pick<ClaimRow, 'epoch' | 'head_seq' | 'head_hash'>>({
    name: 'bowline_reclaim',
    text: 'select * from bowline.reclaim($1, $2, $3, $4)',
    values: [database.tenant, sessionId, holder, leaseMs],
  });
  if (row === undefined) return undefined;
  return { epoch: Number(row.epoch), head: { seq: Number(row.head_seq), hash: row.head_hash } };
}

/** Releases the session now, rather than when the lease expires. */
export async function release(database: TenantDatabase, sessionId: string, holder: string): Promise<void> {
  await database.callOnce({
    name: 'bowline_release',
    text: 'select bowline.release($1, $2, $3)',
    values: [database.tenant, sessionId, holder],
  });
}
