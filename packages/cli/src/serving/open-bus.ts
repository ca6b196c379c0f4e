import { openNatsBus, openPostgresBus, openStatusPort, type EventBus } from '@bowline/server';
import type { ServerWords } from './parse-server-words.ts';

/** Opens the event bus between processes: NATS if configured, otherwise PostgreSQL. */
export async function openBus({ nats }: ServerWords, database: string): Promise<EventBus> {
  return nats === undefined ? await openPostgresBus({ url: database }) : await openNatsBus({ url: nats });
}

/** Opens the status port, if configured. */
export async function openStatus(
  { statusPort }: ServerWords,
  parts: Omit<Parameters<typeof openStatusPort>[0], 'port' | 'host'>,
): Promise<{ readonly close: () => Promise<void> } | undefined> {
  return statusPort === undefined ? undefined : await openStatusPort({ ...parts, port: statusPort });
}
