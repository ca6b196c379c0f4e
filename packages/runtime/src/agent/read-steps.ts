import type { SessionReader } from '@bowline/log';
import type { FileChange } from '@bowline/protocol';

/**
 * What has changed files after a record and up to another one, in the order in which it happened, whether or not it still counts: a rewind
 * that left the files alone has changed no file. The changes of a command may be recorded after the next step has begun:
 * they belong to its start.
 */
export async function readSteps(
  log: SessionReader,
  to: number,
  upTo = log.head.seq,
): Promise<readonly (readonly FileChange[])[]> {
  const steps: (readonly FileChange[])[] = [];
  const started = new Set<string>();
  for await (const { type, body } of log.read({ from: to + 1, to: upTo })) {
    if (type === 'tool_started') started.add(body.callId);
    if (type === 'files_restored' || (type === 'files_changed' && started.has(body.callId))) steps.push(body.changes);
    if (type === 'restore_requested') steps.push(...(body.steps ?? []));
  }
  return steps;
}
