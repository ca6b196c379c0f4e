import type { AgentEvent } from '@bowline/protocol';

/** Of what is no warning, this changes what the model knows. */
const told: ReadonlySet<string> = new Set(['CONTEXT_COMPACTED', 'COMPACTION_REJECTED']);

/** What a person should hear of on stderr while a run goes on: switches, failures that were got over, waits. */
export function describeNews(
  event: AgentEvent,
  { isCountedDown, now = Date.now() }: { readonly isCountedDown: boolean; readonly now?: number },
): string | undefined {
  switch (event.type) {
    case 'notice':
      if (event.code.startsWith('MAX_')) return undefined; // the end of the run says so
      return event.level === 'warning' || told.has(event.code) ? event.text : undefined;
    case 'error':
      return event.fatal || event.code === 'MODEL_LOOPED' ? undefined : event.message; // a notice says the latter
    case 'progress': {
      const seconds = event.until === undefined ? 0 : Math.ceil((Date.parse(event.until) - now) / 1000);
      return isCountedDown || seconds < 1 ? undefined : `${event.label} for ${toDuration(seconds)}`;
    }
    default:
      return undefined;
  }
}

/** A wait as people say it. */
export function toDuration(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
