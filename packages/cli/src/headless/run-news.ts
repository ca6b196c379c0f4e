import type { AgentEvent } from '@bowline/protocol';
import { describeRetry, Trouble } from './trouble.ts';

/** Of what is no warning, this changes what the model knows. */
const told: ReadonlySet<string> = new Set(['CONTEXT_COMPACTED', 'COMPACTION_REJECTED']);

/** What a person should hear of on stderr while a run goes on: warnings, switches, retries. Nothing is said twice. */
export class RunNews {
  readonly #said = new Set<string>();
  readonly #trouble = new Trouble();
  readonly #hasStatus: boolean;

  /** Where there is a status line, that one tells of retries. */
  constructor({ hasStatus }: { readonly hasStatus: boolean }) {
    this.#hasStatus = hasStatus;
  }

  /** The line that an event is worth, if any. */
  take(event: AgentEvent): string | undefined {
    const isNew = this.#trouble.take(event);
    if (event.type === 'notice') return isTold(event) ? this.once(event.text) : undefined;
    if (event.type !== 'progress' || event.until === undefined || this.#hasStatus || !isNew) return undefined;
    return describeRetry(this.#trouble.text, event.until) ?? `${this.#trouble.text}. Retrying`;
  }

  /** A text, unless it was said before. */
  once(text: string): string | undefined {
    if (this.#said.has(text)) return undefined;
    this.#said.add(text);
    return text;
  }
}

/** How a limit ended the run is said at its end. */
function isTold({ level, code }: Extract<AgentEvent, { type: 'notice' }>): boolean {
  return (level === 'warning' && !code.startsWith('MAX_')) || told.has(code);
}
