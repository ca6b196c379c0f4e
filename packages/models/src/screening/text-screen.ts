import { hash } from 'node:crypto';

/** What is left out of texts. Both functions give back the very same text when there is nothing to leave out. */
export interface Screen {
  /** Removes characters that are not visible. */
  readonly strip: (text: string) => string;
  /** Replaces known secrets with a mark. */
  readonly redact: (text: string) => string;
}

/** What was left out of a text, and of which; never the text itself. */
export interface ScreenFinding {
  readonly where: string;
  readonly what: 'hidden characters' | 'a secret';
}

/** A text of which nothing is left must still be one: providers refuse an empty part. */
const NOTHING_LEFT = '[left out: characters that nobody sees]';
/** How many texts are remembered, by their digests, so that each is reported once. */
const MAX_TOLD = 10_000;

/** Screens one text at a time, and reports each finding once. */
export class TextScreen {
  readonly #screen: Screen;
  readonly #onFinding: (finding: ScreenFinding) => void;
  readonly #told = new Set<string>();

  constructor(screen: Screen, onFinding: (finding: ScreenFinding) => void) {
    this.#screen = screen;
    this.#onFinding = onFinding;
  }

  /** The text as it may leave. Hidden characters go first, so that they cannot cut a secret in two. */
  screen(text: string, where: string): string {
    const stripped = this.#screen.strip(text);
    const screened = this.#screen.redact(stripped);
    if (screened === text) return text;
    if (stripped !== text) this.#tell(text, { where, what: 'hidden characters' });
    if (screened !== stripped) this.#tell(text, { where, what: 'a secret' });
    return screened === '' ? NOTHING_LEFT : screened;
  }

  /** The text without secrets; what is not visible stays. */
  redact(text: string, where: string): string {
    const redacted = this.#screen.redact(text);
    if (redacted !== text) this.#tell(text, { where, what: 'a secret' });
    return redacted;
  }

  /** The text as it may be shown while it still grows: reported when it is whole. */
  clean(text: string): string {
    return this.#screen.redact(this.#screen.strip(text));
  }

  /** Once for each text: where contents are copied for plugins, the same text comes again with every step. */
  #tell(text: string, finding: ScreenFinding): void {
    const key = hash('sha256', `${finding.what} ${text}`, 'base64');
    if (this.#told.has(key)) return;
    const [oldest] = this.#told;
    if (this.#told.size >= MAX_TOLD && oldest !== undefined) this.#told.delete(oldest);
    this.#told.add(key);
    this.#onFinding(finding);
  }
}
