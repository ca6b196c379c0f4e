import { StringDecoder } from 'node:string_decoder';

/** A parsed message, or why the line is invalid. */
export type ParsedLine<Message> =
  | { readonly ok: true; readonly message: Message }
  | { readonly ok: false; readonly text: string; readonly isFatal: boolean };

/** The check for a message. Any zod schema fits. */
export interface LineSchema<Message> {
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: Message }
    | { readonly success: false; readonly error: { readonly issues: readonly { readonly message: string }[] } };
}

/** Splits a byte stream into lines and parses each as a message. Never throws. */
export class JsonLines<Message> {
  readonly #schema: LineSchema<Message>;
  readonly #maxLine: number;
  readonly #decoder = new StringDecoder('utf8');
  #parts: string[] = [];
  #length = 0;

  constructor(schema: LineSchema<Message>, maxLine: number) {
    this.#schema = schema;
    this.#maxLine = maxLine;
  }

  /** The messages that these bytes complete. */
  push(chunk: Uint8Array): ParsedLine<Message>[] {
    const [first = '', ...rest] = this.#decoder.write(Buffer.from(chunk)).split('\n');
    const lines: ParsedLine<Message>[] = [];
    this.#keep(first);
    for (const next of rest) {
      lines.push(this.#parse(this.#parts.join('')));
      this.#parts = [];
      this.#length = 0;
      this.#keep(next);
    }
    if (this.#length > this.#maxLine) {
      lines.push({ ok: false, text: `a line is longer than ${this.#maxLine} characters`, isFatal: true });
    }
    return lines;
  }

  #keep(text: string): void {
    this.#parts.push(text);
    this.#length += text.length;
  }

  #parse(line: string): ParsedLine<Message> {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return { ok: false, text: 'a line is not valid JSON', isFatal: false };
    }
    const parsed = this.#schema.safeParse(value);
    if (parsed.success) return { ok: true, message: parsed.data };
    return { ok: false, text: `a message is invalid: ${parsed.error.issues[0]?.message ?? ''}`, isFatal: false };
  }
}

/** Serializes a message as a line. */
export function toJsonLine(message: object): string {
  return `${JSON.stringify(message)}\n`;
}
