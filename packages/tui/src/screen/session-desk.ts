import type { AgentProtocol, AgentSend } from '@bowline/protocol';
import { AgentError } from '@bowline/protocol/plain';
import type { OpenedTui, SessionChoice, TuiHost } from '../host.ts';
import { loadLanguagesOf } from '../paint/markdown/highlight.ts';
import { emptyTranscript } from '../transcript/reduce-transcript.ts';
import type { CallItem, Transcript } from '../transcript/transcript.ts';
import { createFramePacer, type FramePacer } from './frame-pacer.ts';
import { Outbox, type Message } from './outbox.ts';
import { runPersonShell } from './person-shell.ts';
import type { Printer } from './printer.ts';
import { NO_SESSION, toFacts, type ScreenState, type Store } from './screen-state.ts';
import { openFeed, type FeedFrame, type SessionFeed } from './session-feed.ts';
import { tellAway } from './tell-away.ts';

/** A session that is open, or on its way; only the last one that was asked for counts. */
interface Sitting {
  readonly choice: SessionChoice;
  opened: OpenedTui | null;
  feed: SessionFeed | null;
}

export interface DeskParts {
  readonly host: TuiHost;
  readonly printer: Printer;
  readonly store: Store<ScreenState>;
  /** Gives text back that could not be sent. */
  readonly onUnsent: (text: string) => void;
}

/** The session on the screen: opened, followed, spoken to, left. What is said before it is open waits. */
export class SessionDesk {
  readonly #parts: DeskParts;
  readonly #pacer: FramePacer;
  readonly #outbox: Outbox;
  #sitting: Sitting | null = null;
  #transcript: Transcript = emptyTranscript();
  #shell: { readonly call: CallItem; readonly stop: AbortController } | null = null;
  #lastAnswer: string | null = null;

  constructor(parts: DeskParts) {
    this.#parts = parts;
    this.#pacer = createFramePacer(() => {
      this.#show(this.#transcript, []);
    });
    this.#outbox = new Outbox({
      expand: parts.host.abilities.expand,
      onChange: this.#pacer.request,
      onNote: (note) => {
        parts.printer.notice('info', note);
      },
      onUnsent: ({ typed }, thrown) => {
        this.#fail(thrown);
        parts.onUnsent(typed);
      },
    });
  }

  get transcript(): Transcript {
    return this.#transcript;
  }

  get lastAnswer(): string | null {
    return this.#lastAnswer;
  }

  get agent(): AgentProtocol | null {
    return this.#sitting?.feed == null ? null : (this.#sitting.opened?.agent ?? null);
  }

  /** Leaves what is open and opens another. What goes wrong is shown, and the person can still type. */
  async open(choice: SessionChoice, isFirst = false): Promise<void> {
    const sitting: Sitting = { choice, opened: null, feed: null };
    await this.#leave(sitting);
    this.#transcript = emptyTranscript();
    this.#lastAnswer = null;
    this.#parts.store.set({ session: NO_SESSION, isSetup: false, isConfined: null });
    try {
      const opened = await this.#parts.host.abilities.open(choice);
      if (this.#sitting !== sitting) {
        await opened.close();
        return;
      }
      sitting.opened = opened;
      await this.#begin(sitting, opened, isFirst);
    } catch (thrown) {
      if (this.#sitting !== sitting) return;
      this.#parts.store.set({ session: { ...NO_SESSION, phase: 'failed' } });
      this.#parts.printer.error(thrown);
    }
  }

  /** Says something to the agent, now or as soon as there is one. */
  say(message: Message): void {
    this.#outbox.add(message);
    const sitting = this.#sitting;
    if (this.agent !== null) void this.#outbox.flush(() => this.agent);
    else if (sitting !== null && this.#parts.store.get().session.phase === 'failed') void this.open(sitting.choice);
  }

  async send(send: AgentSend): Promise<void> {
    const { agent } = this;
    if (agent === null)
      throw new AgentError('SESSION_CLOSED', 'there is no session yet', { hint: 'wait until it is open' });
    await agent.send('input' in send ? { input: { ...send.input, by: this.#parts.host.user } } : send);
  }

  /** Stops the command of the person that runs, or else what the agent does. False when there is nothing to stop. */
  stop(): boolean {
    if (this.#shell !== null) {
      this.#shell.stop.abort();
      return true;
    }
    const { agent } = this;
    if (agent === null || !this.#parts.store.get().session.isBusy) return false;
    agent.abort().catch(this.#fail);
    return true;
  }

  async runShell(command: string): Promise<void> {
    const { host, printer } = this.#parts;
    if (this.#shell !== null) {
      printer.notice('warning', 'a command is running already; Esc stops it');
      return;
    }
    const stop = new AbortController();
    const onChange = (call: CallItem): void => {
      this.#shell = { call, stop };
      this.#pacer.request();
    };
    try {
      const ended = await runPersonShell(command, host.abilities.runShell, { onChange, signal: stop.signal });
      printer.items([ended]);
    } catch (thrown) {
      printer.error(thrown);
    } finally {
      this.#shell = null;
      this.#pacer.request();
    }
  }

  get isShellRunning(): boolean {
    return this.#shell !== null;
  }

  /** Paints what is alive once more, soon. */
  repaint(): void {
    this.#pacer.request();
  }

  /** The same at once, before something else is painted with it. */
  repaintNow(): void {
    this.#show(this.#transcript, []);
  }

  async close(): Promise<void> {
    this.#shell?.stop.abort();
    this.#pacer.stop();
    await this.#leave(null);
  }

  async #leave(next: Sitting | null): Promise<void> {
    const before = this.#sitting;
    this.#sitting = next;
    before?.feed?.close();
    await before?.opened?.close().catch(this.#fail);
  }

  async #begin(sitting: Sitting, opened: OpenedTui, isFirst: boolean): Promise<void> {
    const { printer, host, store } = this.#parts;
    const { agent, isAttached, isUnfinished } = opened;
    const { title, model, isConfined = null } = await agent.status();
    if (!isFirst) printer.header({ title, tip: null });
    store.set({ session: { ...store.get().session, model }, isSetup: opened.isSetup === true, isConfined });
    for (const warning of opened.warnings) printer.notice('warning', warning);
    const isStill = host.terminal.isScreenReader;
    const feed = await openFeed(agent, {
      isStill,
      prepare: async (items) => {
        const said = items.map((item) => (item.kind === 'agent' ? item.text : ''));
        await loadLanguagesOf(said.join('\n\n'));
      },
      onFrame: (frame) => {
        if (this.#sitting === sitting) this.#take(frame);
      },
    });
    if (this.#sitting !== sitting) {
      feed.close();
      return;
    }
    sitting.feed = feed;
    if (isUnfinished && !isAttached) {
      printer.notice('info', 'the last turn was left open; it goes on now');
      await agent.send({ action: { name: 'resume' } });
    }
    await this.#outbox.flush(() => this.agent);
  }

  #take({ transcript, settled, skipped, isNews }: FeedFrame): void {
    const { printer, store, host } = this.#parts;
    const before = store.get().session;
    this.#transcript = transcript;
    for (const item of settled) if (item.kind === 'agent' && item.text !== '') this.#lastAnswer = item.text;
    printer.together(() => {
      if (skipped > 0) printer.notice('info', `${skipped} earlier parts of this session are not shown`);
      this.#show(transcript, settled);
      store.set({ session: toFacts(before, transcript) });
    });
    if (isNews) tellAway({ before, transcript, settled }, host.abilities.notify);
  }

  #show(transcript: Transcript, settled: FeedFrame['settled']): void {
    const aside = { shell: this.#shell?.call ?? null, outbox: this.#outbox.texts };
    this.#parts.printer.frame(transcript, settled, aside);
  }

  readonly #fail = (thrown: unknown): void => {
    this.#parts.printer.error(thrown);
  };
}
