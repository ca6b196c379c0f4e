import type { AgentEvent } from '@bowline/protocol';
import { retryTexts } from '../texts/headless-texts.ts';
import { describeRetry, Trouble } from './trouble.ts';

/** Notices that are shown although they are not warnings: they change what the model knows or what is in the folder. */
const shown: ReadonlySet<string> = new Set(['CONTEXT_COMPACTED', 'COMPACTION_REJECTED', 'FILES_RESTORED']);

/** The messages of a run on stderr: warnings, model changes, retries. Nothing is repeated. */
export class RunNews {
  readonly #said = new Set<string>();
  readonly #trouble = new Trouble();
  readonly #hasStatus: boolean;

  /** With a status line, retries are shown there. */
  constructor({ hasStatus }: { readonly hasStatus: boolean }) {
    this.#hasStatus = hasStatus;
  }

  /** The line for an event, if any. */
  take(event: AgentEvent): string | undefined {
    const isNew = this.#trouble.take(event);
    if (event.type === 'notice') return isShown(event) ? this.once(event.text) : undefined;
    if (event.type !== 'progress' || event.until === undefined || this.#hasStatus || !isNew) return undefined;
    return describeRetry(this.#trouble.text, event.until) ?? retryTexts.retry(this.#trouble.text);
  }

  /** The text, or undefined if it was already shown. */
  once(text: string): string | undefined {
    if (this.#said.has(text)) return undefined;
    this.#said.add(text);
    return text;
  }
}

/** Notices about limits are part of the error at the end. */
function isShown({ level, code }: Extract<AgentEvent, { type: 'notice' }>): boolean {
  return (level === 'warning' && !code.startsWith('MAX_')) || shown.has(code);
}
