// The clients of the chaos test, in their own process, which is never killed.
import { writeFileSync } from 'node:fs';
import type { ServersPlace } from '../open-chaos-cluster.ts';
import { openLoadSession, type SessionKind } from '../load-session.ts';

/** The options of the load process. */
export interface LoadOrder {
  readonly server: ServersPlace;
  readonly workspaces: string;
  readonly kinds: readonly SessionKind[];
  readonly seed: number;
  /** The file for its notes. */
  readonly notes: string;
}

const order = JSON.parse(process.argv[2] ?? '') as LoadOrder;
const sessions = await Promise.all(
  order.kinds.map((kind, n) => openLoadSession({ ...order, kind, seed: order.seed + n })),
);
const stop = new AbortController();
const write = (): void => {
  writeFileSync(order.notes, JSON.stringify(sessions.map(({ notes }) => notes())));
};
process.on('message', (said) => {
  if (said === 'stop') stop.abort();
  if (said === 'write') {
    write();
    process.send?.('written');
  }
});
process.once('disconnect', () => process.exit(1));
await Promise.all(sessions.map(({ begin }) => begin()));
process.send?.('ready');
await Promise.all(sessions.map(({ play }) => play(stop.signal)));
write();
process.send?.('done');
await Promise.all(sessions.map(({ close }) => close()));
process.exit(0);
