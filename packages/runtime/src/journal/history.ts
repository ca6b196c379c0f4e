import type { Content, Part } from '@google/genai';
import {
  maskResult,
  nudgeFor,
  showMemory,
  showRestored,
  showSetAside,
  type ContextEntry,
  type ContextMedia,
  type ContextResult,
  type MemoryText,
} from '@bowline/context';
import { unreachable, type ContentPart } from '@bowline/protocol';
import type { LogRecord, SessionState } from '@bowline/log';
import { isOwnCall } from '../state/own-call.ts';
import { Gauge } from './gauge.ts';
import { toGeminiPart } from './to-gemini-part.ts';
import { toAbandoned, toInterruption, toPart, toResponse } from './to-parts.ts';

type Body<Type extends LogRecord['type']> = Extract<LogRecord, { type: Type }>['body'];

/** Something to show, and the records that it comes from. */
interface Said {
  readonly first: number;
  readonly last: number;
  readonly content: Content;
  readonly memory?: readonly MemoryText[];
  readonly media?: readonly ContextMedia[];
  readonly isOurs?: boolean;
}

/** A result that is held until the rest of its batch is there. */
interface Answered {
  readonly seq: number;
  readonly part: Part;
  readonly artifact?: string | undefined;
}

/** The maskings without effect, and when one was last undone: earlier results stay. */
type Restored = Pick<SessionState, 'undone' | 'restoredAt'>;

/** A summary, and the context files found before it. */
interface SummaryShown {
  readonly summary: string;
  readonly memory: readonly MemoryText[];
}

/**
 * The model's view of the session in its own format, extended record by record.
 *
 * ADK's own builder iterates over the whole session and clones it in every step; this one only processes what is new.
 * Earlier content is sent again byte for byte, except where the log says that a result is masked or a summary replaces
 * it. What they replace is then released here too.
 */
export class History {
  readonly gauge: Gauge;
  readonly #estimate: (content: Content) => number;
  #entries: ContextEntry[] = [];
  /** How many of the last entries the model has not answered yet. */
  #unanswered = 0;
  #open = new Map<string, Answered | undefined>();
  #later: ContextEntry[] = [];
  readonly #restored: Restored;

  constructor(estimate: (content: Content) => number, restored: Restored = { undone: [], restoredAt: 0 }) {
    this.#estimate = estimate;
    this.#restored = restored;
    this.gauge = new Gauge();
  }

  /** All entries. Callers must not modify the array. */
  get entries(): readonly ContextEntry[] {
    return this.#entries;
  }

  get contents(): Content[] {
    return this.#entries.map(({ content }) => content);
  }

  // eslint-disable-next-line complexity -- one line per type of record
  take(record: LogRecord): void {
    const { seq } = record;
    switch (record.type) {
      case 'user_message':
      case 'steering_message':
        this.#say({ ...toSaid(seq, record.body.content.map(toPart)), ...toMedia(record.body.content, (part) => part) });
        break;
      case 'memory_loaded':
        this.#say({ ...toNote(seq, showMemory(record.body.files)), memory: record.body.files });
        break;
      case 'loop_detected':
        if (record.body.strike === 1) this.#say(toNote(seq, nudgeFor(record.body)));
        break;
      case 'files_restored':
        if (record.body.isAlone === true && record.body.changes.length > 0)
          this.#say(toNote(seq, showRestored(record.body.changes.map(({ path }) => path))));
        break;
      case 'model_answered':
        this.#answer(seq, record.body);
        break;
      case 'tool_requested':
        if (!isOwnCall(record.body) && !this.#open.has(record.body.callId))
          this.#open.set(record.body.callId, undefined);
        break;
      case 'tool_finished':
      case 'tool_interrupted':
        this.#finish(record);
        break;
      case 'context_masked':
        if (!this.#restored.undone.includes(seq)) this.#mask(record.body);
        break;
      case 'part_set_aside':
        this.#setAside(record.body);
        break;
      case 'context_compacted':
        this.compact(seq, record.body);
        break;
      case 'stream_ended':
      case 'session_forked':
      case 'rewound':
        this.#abandon(seq);
        break;
      case 'session_started':
      case 'session_moved':
      case 'session_arrived':
      case 'stream_started':
      case 'model_selected':
      case 'model_failed':
      case 'model_fell_back':
      case 'model_requested':
      case 'utility_called':
      case 'tool_decided':
      case 'tool_started':
      case 'tool_blocked':
      case 'input_requested':
      case 'input_resolved':
      case 'input_previewed':
      case 'input_expired':
      case 'context_restored': // the owner of the log reads it again
      case 'compaction_requested':
      case 'compaction_drafted':
      case 'compaction_rejected':
      case 'mode_changed':
      case 'title_changed':
      case 'hook_ran':
      case 'loop_checked':
      case 'limit_reached':
      case 'files_changed':
      case 'changes_pending':
      case 'changes_decided':
      case 'files_saved':
      case 'restore_requested':
      case 'notice':
        break;
      default:
        unreachable(record);
    }
  }

  /** Replaces entries with a summary. Context files found among them are kept verbatim. */
  compact(seq: number, { through, summary, memory = [] }: Body<'context_compacted'>): void {
    this.#entries = this.#withSummary(through, { summary, memory });
    this.#unanswered = Math.min(this.#unanswered, this.#entries.length - 1);
    this.gauge.set(this.#entries);
    this.gauge.forgetCounts(seq);
  }

  /** The size of the next request if a summary replaced these entries. */
  sizeWith(through: number, shown: SummaryShown): number {
    const entries = this.#withSummary(through, shown);
    return this.gauge.uncounted(entries.reduce((sum, { tokens }) => sum + tokens, 0));
  }

  #withSummary(through: number, { summary, memory }: SummaryShown): ContextEntry[] {
    const text = memory.length === 0 ? summary : `${summary}\n\n${showMemory(memory)}`;
    const said: Said = { first: 1, last: through, content: { role: 'user', parts: [{ text }] }, memory };
    return [{ ...this.#toEntry(said), summary }, ...this.#entries.filter(({ first }) => first > through)];
  }

  /** Messages that arrived during an answer come after it, since the model had not seen them. */
  #answer(seq: number, body: Body<'model_answered'>): void {
    const parts = body.content.flatMap(toGeminiPart);
    const { seen } = body;
    const from = this.#entries.length - this.#unanswered;
    const unseen = this.#entries.slice(from).filter(({ first }) => seen !== undefined && first > seen);
    this.#unanswered = 0;
    for (const entry of unseen) this.gauge.remove(entry);
    this.#entries.splice(this.#entries.length - unseen.length, unseen.length);
    if (body.usage !== undefined) this.gauge.measure(seq, body.usage.inputTokens);
    if (parts.length > 0) this.#push(this.#toEntry(toSaid(seq, parts, 'model')));
    // A session may end between an answer and the records of its calls, so each call expects a result from here on.
    for (const { functionCall } of parts)
      if (functionCall?.id !== undefined) this.#open.set(functionCall.id, undefined);
    if (parts.some((part) => part.functionCall !== undefined)) this.#later.push(...unseen);
    else for (const entry of unseen) this.#push(entry);
  }

  /** Messages that arrive while calls run come after the results, which the model must get first. */
  #say(said: Said): void {
    if (this.#open.size > 0) {
      this.#later.push(this.#toEntry(said));
      return;
    }
    this.#push(this.#toEntry(said));
    this.#unanswered += 1;
  }

  /** The model knows nothing of calls that Bowline makes itself, so their results are messages. */
  #finish(record: Extract<LogRecord, { type: 'tool_finished' | 'tool_interrupted' }>): void {
    const { seq, type, body } = record;
    if (isOwnCall(body)) this.#say(toNote(seq, type === 'tool_finished' ? toResultText(body) : body.reason));
    else if (type === 'tool_finished') this.#respond(seq, toResponse(body), body);
    else this.#respond(seq, toInterruption(body));
  }

  /** The results of a batch are returned together, in the order of the calls, whatever order they arrived in. */
  #respond(seq: number, parts: readonly Part[], { artifact, content: given = [] }: Given = {}): void {
    const [part, ...media] = parts;
    if (part !== undefined) this.#open.set(part.functionResponse?.id ?? '', { seq, part, artifact });
    if (media.length > 0)
      this.#later.push(this.#toEntry({ ...toSaid(seq, media), ...toMedia(given, (_, nth) => nth) }));
    const answered = [...this.#open.values()];
    if (!answered.every((one) => one !== undefined)) return;
    const seqs = answered.map((one) => one.seq);
    const content = { role: 'user', parts: answered.map((one) => one.part) };
    const said = { first: Math.min(...seqs), last: Math.max(...seqs), content };
    this.#push({ ...this.#toEntry(said), results: this.#toResults(answered) });
    for (const entry of this.#later) this.#push(entry);
    this.#open = new Map();
    this.#later = [];
  }

  #abandon(seq: number): void {
    for (const [callId, answered] of [...this.#open])
      if (answered === undefined) this.#respond(seq, toAbandoned(callId, this.#nameOf(callId)));
  }

  #mask({ calls }: Body<'context_masked'>): void {
    const artifacts = new Map(calls.map(({ callId, artifact }) => [callId, artifact]));
    this.#entries = this.#entries.map((entry) => {
      if (!entry.results.some(({ callId }) => artifacts.has(callId))) return entry;
      const { parts = [] } = entry.content;
      const masked = parts.map((part) => {
        const id = part.functionResponse?.id ?? '';
        return artifacts.has(id) ? maskResult(part, artifacts.get(id)) : part;
      });
      const results = entry.results.map((result, n) =>
        artifacts.has(result.callId) ? { ...result, isMasked: true, tokens: this.#estimatePart(masked[n]) } : result,
      );
      const content = { ...entry.content, parts: masked };
      return { ...entry, content, results, tokens: this.#estimate(content) };
    });
    this.gauge.set(this.#entries);
  }

  /** Ignores parts that a summary has replaced or a rewind has removed. */
  #setAside({ record, part, ...why }: Body<'part_set_aside'>): void {
    this.#entries = this.#entries.map((entry) => {
      const shown = entry.first === record ? entry.media?.find((one) => one.part === part) : undefined;
      if (shown === undefined) return entry;
      const parts = entry.content.parts?.with(shown.at, showSetAside(why)) ?? [];
      const content = { ...entry.content, parts };
      const media = entry.media?.filter((one) => one !== shown) ?? [];
      return { ...entry, content, media, tokens: this.#estimate(content) };
    });
    this.gauge.set(this.#entries);
  }

  #push(entry: ContextEntry): void {
    this.#entries.push(entry);
    this.gauge.add(entry);
  }

  #toEntry(said: Said): ContextEntry {
    return { ...said, tokens: this.#estimate(said.content), results: [] };
  }

  #toResults(answered: readonly Answered[]): ContextResult[] {
    return answered.map(({ seq, part, artifact }) => ({
      callId: part.functionResponse?.id ?? '',
      tool: part.functionResponse?.name ?? '',
      tokens: this.#estimatePart(part),
      isMasked: false,
      ...(seq < this.#restored.restoredAt ? { isKept: true } : {}),
      artifact,
    }));
  }

  #estimatePart(part: Part | undefined): number {
    return part === undefined ? 0 : this.#estimate({ parts: [part] });
  }

  #nameOf(callId: string): string {
    const parts = this.#entries.findLast(({ content }) => content.role === 'model')?.content.parts ?? [];
    return parts.find((part) => part.functionCall?.id === callId)?.functionCall?.name ?? '';
  }
}

function toSaid(seq: number, parts: Part[], role: 'user' | 'model' = 'user'): Said {
  return { first: seq, last: seq, content: { role, parts } };
}

/** The result of a call, and the path of its complete output. */
type Given = Partial<Pick<Body<'tool_finished'>, 'artifact' | 'content'>>;

/** Images and files of a record, each with its position in the entry. */
function toMedia(
  content: readonly ContentPart[],
  toPlace: (part: number, nth: number) => number,
): { readonly media?: readonly ContextMedia[] } {
  const parts = content.flatMap(({ type }, n) => (type === 'media' || type === 'reference' ? [n] : []));
  return parts.length === 0 ? {} : { media: parts.map((part, nth) => ({ at: toPlace(part, nth), part })) };
}

/** The text of a result. */
function toResultText({ content }: Body<'tool_finished'>): string {
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

/** A message from Bowline itself. */
function toNote(seq: number, text: string): Said {
  return { ...toSaid(seq, [{ text }]), isOurs: true };
}
