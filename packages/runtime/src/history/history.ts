import type { Content, Part } from '@google/genai';
import type { ContentPart } from '@bowline/protocol';
import type { LogRecord } from '@bowline/log';

type Body<Type extends LogRecord['type']> = Extract<LogRecord, { type: Type }>['body'];

/**
 * What the model has said and been told, in its own shapes, grown record by record.
 *
 * ADK's own builder goes through the whole session and clones it on every step; this one only ever looks at what
 * is new. Contents once built are not changed, so what was sent before is sent again byte for byte.
 */
export class History {
  readonly #contents: Content[] = [];
  /** What was said since the model last answered, by record. */
  #said: { readonly seq: number; readonly content: Content }[] = [];
  #open = new Map<string, Part | undefined>();
  #later: Content[] = [];

  /** Everything so far. The array is ours: take it, do not change it. */
  get contents(): readonly Content[] {
    return this.#contents;
  }

  take(record: LogRecord): void {
    switch (record.type) {
      case 'user_message':
      case 'steering_message':
        this.#say(record.seq, { role: 'user', parts: record.body.content.map(toPart) });
        break;
      case 'model_answered':
        this.#answer(record.body);
        break;
      case 'tool_requested':
        this.#open.set(record.body.callId, undefined);
        break;
      case 'tool_finished':
        this.#respond(record.body.callId, toResponse(record.body));
        break;
      case 'tool_interrupted':
        this.#respond(record.body.callId, toInterruption(record.body));
        break;
      case 'stream_ended':
      case 'session_forked':
      case 'rewound':
        this.#abandon();
        break;
      default:
        break;
    }
  }

  /** What was said while the model spoke comes after what it said: it had not heard it. */
  #answer(body: Body<'model_answered'>): void {
    const parts = (body.content as Content).parts ?? [];
    const unseen = this.#said
      .filter(({ seq }) => body.seen !== undefined && seq > body.seen)
      .map(({ content }) => content);
    this.#said = [];
    if (unseen.length > 0) this.#contents.splice(this.#contents.length - unseen.length, unseen.length);
    if (parts.length > 0) this.#contents.push({ role: 'model', parts });
    if (parts.some((part) => part.functionCall !== undefined)) this.#later.push(...unseen);
    else this.#contents.push(...unseen);
  }

  /** A person may speak while calls run; the model must have its results first. */
  #say(seq: number, content: Content): void {
    if (this.#open.size > 0) {
      this.#later.push(content);
      return;
    }
    this.#contents.push(content);
    this.#said.push({ seq, content });
  }

  /** The results of a batch go back together, in the order of the calls, whatever order they came in. */
  #respond(callId: string, parts: readonly Part[]): void {
    const [response, ...media] = parts;
    this.#open.set(callId, response);
    if (media.length > 0) this.#later.push({ role: 'user', parts: media });
    const responses = [...this.#open.values()];
    if (responses.some((part) => part === undefined)) return;
    this.#contents.push({ role: 'user', parts: responses.flatMap((part) => part ?? []) }, ...this.#later);
    this.#open = new Map();
    this.#later = [];
  }

  /** Calls that will never be answered, because the session went elsewhere: a provider wants an answer to each all the same. */
  #abandon(): void {
    for (const [callId, response] of [...this.#open]) {
      const name = this.#nameOf(callId);
      if (response === undefined)
        this.#respond(callId, [{ functionResponse: { id: callId, name, response: { error: 'abandoned' } } }]);
    }
  }

  #nameOf(callId: string): string {
    const parts = this.#contents.findLast((content) => content.role === 'model')?.parts ?? [];
    return parts.find((part) => part.functionCall?.id === callId)?.functionCall?.name ?? '';
  }
}

/** A part as a person or a tool gave it, as the model takes it. */
export function toPart(part: ContentPart): Part {
  switch (part.type) {
    case 'text':
      return { text: part.text };
    case 'thought':
      return { text: part.text, thought: true };
    case 'media':
      return { inlineData: { mimeType: part.mimeType, data: part.data } };
    case 'reference':
      return { fileData: { fileUri: part.uri, ...(part.mimeType === undefined ? {} : { mimeType: part.mimeType }) } };
  }
}

function toResponse({ callId, name, content, isError }: Body<'tool_finished'>): Part[] {
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  const media = content.filter((part) => part.type === 'media' || part.type === 'reference').map(toPart);
  return [{ functionResponse: { id: callId, name, response: isError ? { error: text } : { output: text } } }, ...media];
}

function toInterruption({ callId, name, reason }: Body<'tool_interrupted'>): Part[] {
  return [{ functionResponse: { id: callId, name, response: { error: reason } } }];
}
