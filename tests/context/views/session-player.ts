import { toGeminiPart } from '../../../packages/runtime/src/journal/to-gemini-part.ts';
import { keepOf, planCompaction, planContext, type ContextEntry } from '@bowline/context';
import { unreachable } from '@bowline/protocol';
import type { NewRecord } from '@bowline/log';
import {
  toText,
  type AnyAnswer,
  type AnyCall,
  type AnySession,
  type AnyText,
  type Deed,
  type Meanwhile,
} from './any-session.ts';
import type { Book } from './book.ts';
import { toBytes, type Pair, type Request, type Shortening } from './observed.ts';
import { toAnswer, toCompacted, toMasked, toMessage, toNote, toResult } from './session-records.ts';

/** Plays a session like a turn would, and records what the model would see. */
export class SessionPlayer {
  readonly requests: Request[] = [];
  readonly pairs: Pair[] = [];
  readonly #book: Book;
  readonly #session: AnySession;
  /** The view after each append, by its last record; undefined while calls were open. */
  readonly #views = new Map<number, readonly string[] | undefined>();
  #sent: readonly string[] = [];
  #answered: string | undefined;
  #stream: string | null = null;
  #isOwed = false;
  #rejectedAt: number | null = null;
  #count = 0;

  constructor(book: Book, session: AnySession) {
    this.#book = book;
    this.#session = session;
  }

  async play(): Promise<this> {
    for (const deed of this.#session.deeds) await this.#do(deed);
    return this;
  }

  async #do(deed: Deed): Promise<void> {
    switch (deed.kind) {
      case 'say':
        await this.#say(deed.text);
        return;
      case 'answer':
        await this.#answer(deed);
        return;
      case 'note':
        await this.#append([this.#toNote(deed.note)]);
        return;
      case 'end':
        await this.#end('aborted');
        return;
      case 'compact':
        await this.#compactByWish();
        return;
      case 'rewind':
        await this.#rewind(this.#placeAt(deed.share));
        return;
      case 'fork':
        await this.#fork(this.#placeAt(deed.share));
        return;
      case 'reopen':
        await this.#reopen();
        return;
      default:
        unreachable(deed);
    }
  }

  async #say(text: AnyText): Promise<void> {
    const body = toMessage(this.#newId('message'), text);
    if (this.#stream === null) {
      this.#stream = this.#newId('stream');
      this.#rejectedAt = null;
      await this.#append([
        { type: 'stream_started', body: {} },
        { type: 'user_message', body },
      ]);
    } else {
      await this.#append([{ type: 'steering_message', body }]);
    }
    this.#isOwed = true;
  }

  async #answer(answer: AnyAnswer): Promise<void> {
    const { calls, heard, counted } = answer;
    if (this.#stream === null || !this.#isOwed) await this.#say({ look: 'prose', length: 20, from: 0 });
    const fit = await this.#fit();
    this.#show(this.#shown);
    if (fit === 'overflow') {
      await this.#end('failed');
      return;
    }
    const { history, head: seen } = this.#book;
    const inputTokens = counted === null ? null : Math.round(sumOf(history.entries) * counted);
    for (const one of heard) await this.#say(one);
    const ids = calls.map(() => this.#newId('call'));
    const [said, ...requested] = toAnswer({ ...answer, ids, seen, messageId: this.#newId('message'), inputTokens });
    await this.#append([said, ...requested]);
    this.#answered = isSilent(answer)
      ? undefined
      : JSON.stringify({ role: 'model', parts: said.body.content.flatMap(toGeminiPart) });
    this.#isOwed = heard.length > 0 || calls.length > 0;
    await this.#run(calls.map((call, n) => ({ call, id: ids[n] ?? '' })));
    if (!this.#isOwed) await this.#end('completed');
  }

  /** Appends results in the order in which they arrive. A missing result ends the stream. */
  async #run(batch: readonly { readonly call: AnyCall; readonly id: string }[]): Promise<void> {
    const arriving = batch.toSorted((a, b) => a.call.order - b.call.order);
    for (const { call, id } of arriving) {
      for (const note of call.meanwhile) await this.#append([this.#toNote(note)]);
      if (call.outcome !== 'never') await this.#append([toResult(id, call)]);
    }
    if (arriving.some(({ call }) => call.outcome === 'never')) await this.#end('aborted');
  }

  async #end(reason: 'aborted' | 'failed' | 'completed'): Promise<void> {
    if (this.#stream === null) return;
    await this.#append([{ type: 'stream_ended', body: { reason } }]);
    this.#rest();
  }

  /** Sets the current view, without an answer to it. */
  #show(sent: readonly string[]): void {
    this.#sent = sent;
    this.#answered = undefined;
  }

  #rest(): void {
    this.#stream = null;
    this.#isOwed = false;
    this.#rejectedAt = null;
  }

  /** Carries out context plans until none is left, like a turn. */
  async #fit(): Promise<'fits' | 'overflow'> {
    const { history } = this.#book;
    const found = this.#shown;
    const done: Shortening[] = [];
    for (;;) {
      const { tokens } = history.gauge;
      const { window, masking, compactAt } = this.#session;
      const facts = { entries: history.entries, tokens, window, rejectedAt: this.#rejectedAt };
      const plan = planContext(facts, { masking, compactAt });
      if (plan.kind === 'fits' || plan.kind === 'overflow') {
        const { contents } = history;
        const entries = [...history.entries];
        this.requests.push({
          sent: this.#sent,
          answer: this.#answered,
          found,
          done,
          plan,
          contents,
          entries,
          tokens,
          window,
        });
        return plan.kind;
      }
      done.push(await this.#shorten(plan));
      if (done.length > found.length + 2) throw new TypeError('what is done about a request never comes to rest');
    }
  }

  async #shorten(plan: Shortening['plan']): Promise<Shortening> {
    const { history } = this.#book;
    const { tokens: before } = history.gauge;
    const entries = [...history.entries];
    const record = plan.kind === 'mask' ? toMasked(history.entries, plan.callIds) : this.#toCompacted(plan.through);
    const isRejected = record.type === 'compaction_rejected';
    await this.#append([record]);
    if (isRejected) this.#rejectedAt = before;
    if (record.type === 'context_compacted') this.#rejectedAt = null;
    const tokens = { before, after: history.gauge.tokens };
    return { plan, isRejected, before: entries, after: [...history.entries], tokens };
  }

  async #compactByWish(): Promise<void> {
    const { history } = this.#book;
    const cut = planCompaction(history.entries, keepOf(history.gauge.tokens, this.#session.window));
    if (cut !== undefined) await this.#append([this.#toCompacted(cut.through)]);
    this.#show([]);
  }

  #toCompacted(through: number): NewRecord {
    const { summaries } = this.#session;
    this.#count += 1;
    const summary = summaries[this.#count % summaries.length];
    const text = `# Summary ${this.#count}\n${summary === undefined ? '' : toText(summary)}`;
    return toCompacted(this.#book.history, through, text);
  }

  /** Favors recent records. */
  #placeAt(share: number): number {
    return 1 + Math.floor((1 - share * share) * (this.#book.head - 1));
  }

  async #rewind(to: number): Promise<void> {
    const records: NewRecord[] = [{ type: 'rewound', body: { to } }];
    await this.#compare(`back at ${to}`, this.#views.get(to), () => this.#append(records));
    this.#rest();
    this.#show([]);
    await this.#reopen();
  }

  async #fork(at: number): Promise<void> {
    await this.#compare(`forked at ${at}`, this.#views.get(at), () => this.#book.fork(at));
    for (const place of this.#views.keys()) if (place > at) this.#views.delete(place);
    this.#note();
    this.#rest();
    this.#show([]);
    await this.#reopen();
  }

  /** Also compares the size. Token counts from before a summary are lost when the session is reread. */
  async #reopen(): Promise<void> {
    const { history } = this.#book;
    const isSummed = history.entries[0]?.summary !== undefined;
    const look = ({ contents, gauge }: Book['history']): string[] => [
      ...toBytes(contents),
      isSummed ? '' : `${gauge.tokens} tokens`,
    ];
    const expected = look(history);
    for (const [why, again] of Object.entries(await this.#book.reread()))
      this.pairs.push({ why, expected, found: look(again) });
  }

  async #compare(why: string, expected: readonly string[] | undefined, act: () => Promise<void>): Promise<void> {
    await act();
    if (expected !== undefined) this.pairs.push({ why, expected, found: this.#shown });
  }

  async #append(records: readonly NewRecord[]): Promise<void> {
    const streamId = this.#stream;
    await this.#book.append(streamId === null ? records : records.map((record) => ({ ...record, streamId })));
    this.#note();
  }

  #note(): void {
    const { contents } = this.#book.history;
    const isOpen = contents.at(-1)?.parts?.some((part) => part.functionCall !== undefined) === true;
    this.#views.set(this.#book.head, isOpen ? undefined : toBytes(contents));
  }

  #toNote(note: Meanwhile): NewRecord {
    return toNote(note, { id: this.#newId('note'), isOpen: this.#stream !== null });
  }

  #newId(kind: string): string {
    return `${kind}${(this.#count += 1)}`;
  }

  get #shown(): readonly string[] {
    return toBytes(this.#book.history.contents);
  }
}

function isSilent({ thought, text, calls }: AnyAnswer): boolean {
  return thought === null && text === null && calls.length === 0;
}

function sumOf(entries: readonly ContextEntry[]): number {
  return entries.reduce((sum, { tokens }) => sum + tokens, 0);
}
