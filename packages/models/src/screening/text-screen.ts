import type { Finding } from '@bowline/protocol';
import { hash } from 'node:crypto';

/** What is removed from texts. Both functions give back the very same text when there is nothing to leave out. */
export interface Screen {
  /** Removes characters that are not visible. */
  readonly strip: (text: string) => string;
  /** Replaces known secrets with a mark. */
  readonly redact: (text: string) => string;
}

/** What can be left out, by the name of the check that finds it. */
const LEFT_OUT = { hidden_text: 'hidden characters', secret: 'a secret' } as const;

/** A text of which nothing is left must still be one: providers refuse an empty part. */
const NOTHING_LEFT = '[removed: invisible characters]';
/** How many texts are remembered, by their digests, so that each is reported once. */
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

  /** The text as it may leave. Hidden characters go first, so that they cannot cut a secret in two. */
  screen(text: string, where: string): string {
    const stripped = this.#screen.strip(text);
    const screened = this.#screen.redact(stripped);
    if (screened === text) return text;
    if (stripped !== text) this.#tell(text, 'hidden_text', where);
    if (screened !== stripped) this.#tell(text, 'secret', where);
    return screened === '' ? NOTHING_LEFT : screened;
  }

  /** The text without secrets; what is not visible stays. */
  redact(text: string, where: string): string {
    const redacted = this.#screen.redact(text);
    if (redacted !== text) this.#tell(text, 'secret', where);
    return redacted;
  }

  /** The text as it may be shown while it still grows: reported when it is whole. */
  clean(text: string): string {
    return this.#screen.redact(this.#screen.strip(text));
  }

  /** Once for each text: where contents are copied for plugins, the same text comes again with every step. */
  #tell(text: string, check: keyof typeof LEFT_OUT, where: string): void {
    const key = hash('sha256', `${check} ${text}`, 'base64');
    if (this.#told.has(key)) return;
    const [oldest] = this.#told;
    if (this.#told.size >= MAX_TOLD && oldest !== undefined) this.#told.delete(oldest);
    this.#told.add(key);
    this.#onFinding({ check, severity: 'warning', message: `${LEFT_OUT[check]} removed from ${where}` });
  }
}
