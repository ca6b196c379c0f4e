import type { Finding } from '@bowline/protocol';
import { hash } from 'node:crypto';

/** What to remove from texts. Both functions return the same string if there is nothing to remove. */
export interface Screen {
  /** Removes characters that are not visible. */
  readonly strip: (text: string) => string;
  /** Replaces known secrets with a mark. */
  readonly redact: (text: string) => string;
}

/** What can be removed, by the name of the check that finds it. */
const LEFT_OUT = { hidden_text: 'hidden characters', secret: 'a secret' } as const;

/** Replaces a text that becomes empty, because providers reject an empty part. */
const NOTHING_LEFT = '[removed: invisible characters]';
/** How many texts are remembered, by digest, so that each is reported once. */
const MAX_TOLD = 10_000;

/** Screens one text at a time, and reports each finding once. */
export class TextScreen {
  readonly #screen: Screen;
  readonly #onFinding: (finding: Finding) => void;
  readonly #told = new Set<string>();

  constructor(screen: Screen, onFinding: (finding: Finding) => void) {
    this.#screen = screen;
    this.#onFinding = onFinding;
  }

  /** Returns the text that may be sent. Removes hidden characters first, so that they cannot split a secret. */
  screen(text: string, where: string): string {
    const stripped = this.#screen.strip(text);
    const screened = this.#screen.redact(stripped);
    if (screened === text) return text;
    if (stripped !== text) this.#tell(text, 'hidden_text', where);
    if (screened !== stripped) this.#tell(text, 'secret', where);
    return screened === '' ? NOTHING_LEFT : screened;
  }

  /** Returns the text without secrets; invisible characters stay. */
  redact(text: string, where: string): string {
    const redacted = this.#screen.redact(text);
    if (redacted !== text) this.#tell(text, 'secret', where);
    return redacted;
  }

  /** Returns the text to show while it is still incomplete. Findings are reported when it is complete. */
  clean(text: string): string {
    return this.#screen.redact(this.#screen.strip(text));
  }

  /** Reports each text once: if contents are copied for plugins, the same text comes again with every step. */
  #tell(text: string, check: keyof typeof LEFT_OUT, where: string): void {
    const key = hash('sha256', `${check} ${text}`, 'base64');
    if (this.#told.has(key)) return;
    const [oldest] = this.#told;
    if (this.#told.size >= MAX_TOLD && oldest !== undefined) this.#told.delete(oldest);
    this.#told.add(key);
    this.#onFinding({ check, severity: 'warning', message: `${LEFT_OUT[check]} removed from ${where}` });
  }
}
