import type { AgentProtocol, AgentSend, ApprovalMode } from '@bowline/protocol';
import { AgentError } from '@bowline/protocol/plain';
import { TaskWatch } from '../session/task-watch.ts';
import type { OpenedTui, SessionChoice, TuiHost } from '../host/tui-host.ts';
import type { ActivityWords } from '../paint/frame/paint-rule.ts';
import type { View } from '../paint/layout/view.ts';
import { describeActivity } from '../paint/status/describe-activity.ts';
import { describeShell, sayShell } from '../paint/status/describe-shell.ts';
import { paintSpinner, SPINNER_MS } from '../paint/status/paint-spinner.ts';
import { describeWaiting } from '../questions/paint/paint-question.ts';
import { dockTexts } from '../texts/dock-texts.ts';
import { loadLanguagesOf } from '../paint/code/highlight.ts';
import { loadMarkdown } from '../paint/markdown/load-markdown.ts';
import { findRetry } from '../transcript/step-retry.ts';
import { emptyTranscript } from '../transcript/reduce-transcript.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { createFramePacer, type FramePacer } from '../terminal/frame-pacer.ts';
import { Outbox, type Message } from '../session/outbox.ts';
import { PersonShell } from '../session/person-shell.ts';
import type { Printer } from './printer.ts';
import { NO_SESSION, toFacts, type ScreenState, type Store } from './screen-state.ts';
import { openFeed, type FeedFrame, type SessionFeed } from '../session/session-feed.ts';
import { notifyIfAway } from './notify-if-away.ts';
import { askAboutOwner } from '../session/owner-question.ts';
import type { WatchedByTui } from '../host/watched-owner.ts';
import { describeWatched } from '../session/describe-watched.ts';
import { watchTexts } from '../texts/watch-texts.ts';
import { screenTexts } from '../texts/screen-texts.ts';

/** How often elapsed times change without motion. */
const STILL_MS = 5000;
/** How often it is checked whether a screen reader has something to say. */
const SPOKEN_MS = 1000;

/** A session that is open or being opened. Only the last requested one counts. */
interface OpenSession {
  readonly choice: SessionChoice;
  /** Its conversation is on the screen already. */
  isContinued: boolean;
  opened: OpenedTui | null;
  feed: SessionFeed | null;
  /** Stops watching the process that runs it. */
  unwatch?: () => void;
}

interface OpenOptions {
  /** The first session of this screen. */
  readonly isFirst?: boolean;
  /** Its conversation is on the screen already. */
  readonly isContinued?: boolean;
  /** What its head waits for. */
  readonly until?: Promise<unknown>;
  /** What is said once it is open. */
  readonly notes?: readonly string[];
}

export interface SessionControllerParts {
  readonly host: TuiHost;
  readonly printer: Printer;
  readonly store: Store<ScreenState>;
  /** The window is cleared, because the conversation is shown again. */
  readonly onCleared: () => void;
  /** Returns text that could not be sent. */
  readonly onUnsent: (text: string) => void;
}

/** Opens, follows and closes the session on the screen. Messages sent before it is open are queued. */
export class SessionController {
  readonly #parts: SessionControllerParts;
  readonly #pacer: FramePacer;
  readonly #outbox: Outbox;
  readonly shell: PersonShell;
  readonly tasks: TaskWatch;
  #current: OpenSession | null = null;
  #transcript: Transcript = emptyTranscript();
  #lastAnswer: string | null = null;
  #heardAt = 0;

  constructor(parts: SessionControllerParts) {
    this.#parts = parts;
    this.#pacer = createFramePacer(() => {
      this.#show(this.#transcript, []);
      if (this.shell.isRunning) this.#pacer.requestIn(this.#motionMs);
    });
    this.shell = new PersonShell({
      runShell: parts.host.abilities.runShell,
      printer: parts.printer,
      onChange: this.#pacer.request,
    });
    this.tasks = new TaskWatch(
      () => this.#current?.opened?.tasks,
      (running) => {
        parts.store.set({ running });
      },
    );
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
    return this.#current?.feed == null ? null : (this.#current.opened?.agent ?? null);
  }

  /** What the top rule of the dock says. */
  describeActivity(view: View, hasPanel: boolean): ActivityWords {
    const { watched } = this.#parts.store.get();
    const own = this.#describeOwn(view, hasPanel);
    return watched === null ? own : describeWatched(watched, own, view);
  }

  #describeOwn(view: View, hasPanel: boolean): ActivityWords {
    const { phase, pending } = this.#parts.store.get().session;
    const { theme, isScreenReader } = view;
    if (phase === 'opening' && isScreenReader) return { left: [dockTexts.opening], right: [], elapsed: '' };
    if (phase === 'opening') return { left: [`${theme.accent(paintSpinner(view))} ${dockTexts.opening}`], right: [] };
    const { call } = this.shell;
    if (isScreenReader && call !== null) return sayShell(call);
    if (phase === 'failed') return { left: dockTexts.failed.map((form) => theme.warning(form)), right: [] };
    if (pending.length > 0) return describeWaiting(pending, view);
    // Escape stops it before the agent.
    return call !== null
      ? describeShell(call, view)
      : describeActivity(this.#transcript, view, { heardAt: this.#heardAt, hasPanel });
  }

  /** Closes the open session and opens another, or the same again. A failure is shown, and the user can still type. */
  async open(wanted: SessionChoice | 'again', options: OpenOptions = {}): Promise<void> {
    const { isFirst = false, until, notes = [] } = options;
    const choice = wanted === 'again' ? (this.#current?.choice ?? { kind: 'new' }) : wanted;
    const current: OpenSession = { choice, isContinued: options.isContinued === true, opened: null, feed: null };
    await this.#leave(current);
    this.#transcript = emptyTranscript();
    this.#lastAnswer = null;
    this.shell.forget();
    const nothing = { connecting: null, watched: null, ownQuestion: null };
    this.#parts.store.set({ session: NO_SESSION, isSetup: false, isConfined: null, ...nothing });
    try {
      const opened = await this.#parts.host.abilities.open(choice);
      await until;
      if (this.#current !== current) {
        await opened.close();
        return;
      }
      current.opened = opened;
      await this.#begin(current, { ...opened, notes: [...notes, ...(opened.notes ?? [])] });
    } catch (thrown) {
      if (this.#current !== current) return;
      this.#parts.store.set({ session: { ...NO_SESSION, phase: 'failed' } });
      if (isFirst) this.#parts.printer.started(null, []);
      this.#parts.printer.error(thrown);
    }
  }

  /** Sends a message to the agent, now or once the session is open and a model is connected. */
  say(message: Message): void {
    this.#outbox.add(message);
    const current = this.#current;
    if (this.#parts.store.get().connecting !== null) this.#parts.store.set({ panel: 'connect' });
    else if (this.agent !== null) void this.#outbox.flush(() => this.agent);
    else if (current !== null && this.#parts.store.get().session.phase === 'failed') void this.open(current.choice);
  }

  async send(send: AgentSend): Promise<void> {
    const { agent } = this;
    if (agent === null) throw new AgentError('SESSION_CLOSED', screenTexts.notOpen, { hint: screenTexts.notOpenHint });
    await agent.send('input' in send ? { input: { ...send.input, by: this.#parts.host.user } } : send);
  }

  async setMode(mode: ApprovalMode): Promise<void> {
    await this.send({ update: { mode } });
  }

  /** Asks the model again at once, if the turn waits for it. */
  async retryNow(): Promise<void> {
    if (findRetry(this.#transcript.live) !== undefined) await this.send({ action: { name: 'retry' } });
  }

  /** Stops the running shell command, or else the agent. False if nothing runs. */
  stop(): boolean {
    if (this.shell.stop()) return true;
    const { agent } = this;
    if (agent === null || !this.#parts.store.get().session.isBusy) return false;
    agent.abort().catch(this.#fail);
    return true;
  }

  /** Paints a new frame at once. */
  repaintNow(): void {
    this.#show(this.#transcript, []);
  }

  async close(): Promise<void> {
    this.shell.stop();
    this.#pacer.stop();
    await this.#leave(null);
  }

  async #leave(next: OpenSession | null): Promise<void> {
    const before = this.#current;
    this.#current = next;
    before?.feed?.close();
    before?.unwatch?.();
    await before?.opened?.close().catch(this.#fail);
  }

  async #begin(current: OpenSession, opened: OpenedTui): Promise<void> {
    const { agent, isAttached, isUnfinished } = opened;
    await this.#introduce(opened);
    if (!(await this.#follow(current, agent))) return;
    this.#tell(opened);
    if (opened.watched !== undefined) this.#watch(current, opened.watched);
    if (isUnfinished && !isAttached) {
      this.#parts.printer.notice('info', screenTexts.resumesTurn);
      await agent.send({ action: { name: 'resume' } });
    }
    if (opened.isUnconnected === true) for (const { text } of this.#outbox.withdraw()) this.#parts.onUnsent(text);
    else if (opened.connecting === undefined) await this.#outbox.flush(() => this.agent);
  }

  /** Shows what is known about a session that is open now. */
  async #introduce(opened: OpenedTui): Promise<void> {
    const { agent, model: meant, start = [], warnings, connecting, isSetup = false } = opened;
    const { printer, store } = this.#parts;
    const { title, isConfined = null, ...status } = await agent.status();
    const model = connecting === undefined ? (meant ?? status.model) : null;
    if (this.#current?.isContinued !== true) printer.started(title, start);
    store.set({ session: { ...store.get().session, model }, isSetup, isConfined });
    for (const warning of warnings) printer.notice('warning', warning);
    if (connecting !== undefined) store.set({ connecting, panel: 'connect' });
    // An earlier process may have left some.
    this.#readTasks();
  }

  /** Shows a session from its beginning on. False if another one is opened meanwhile. */
  async #follow(current: OpenSession, agent: AgentProtocol): Promise<boolean> {
    current.feed?.close();
    const feed = await openFeed(agent, {
      motionMs: this.#motionMs,
      prepare: async (items) => {
        await loadMarkdown();
        const said = items.map((item) => (item.kind === 'agent' ? item.text : ''));
        await loadLanguagesOf(said.join('\n\n'));
      },
      onFrame: (frame) => {
        if (this.#current === current) this.#take(frame);
      },
    });
    if (this.#current !== current) {
      feed.close();
      return false;
    }
    current.feed = feed;
    return true;
  }

  /** How often something that moves is painted. */
  get #motionMs(): number {
    const { hasMotion } = this.#parts.store.get().preferences;
    return this.#parts.host.terminal.isScreenReader ? SPOKEN_MS : hasMotion ? SPINNER_MS : STILL_MS;
  }

  /** The question at the start was answered: the session behind it is open now. */
  async #refresh(): Promise<void> {
    const current = this.#current;
    const behind = current?.opened?.behind?.();
    if (current?.opened == null || behind === undefined) return;
    const { agent, close } = current.opened;
    current.opened = { ...behind, agent, close };
    await this.#introduce(current.opened);
    this.#tell(current.opened);
  }

  /** Says what opening did, below the conversation. */
  #tell({ notes = [] }: OpenedTui): void {
    for (const note of notes) this.#parts.printer.notice('info', note);
  }

  /** Follows the process that runs the session. */
  #watch(current: OpenSession, watched: WatchedByTui): void {
    const { store, printer } = this.#parts;
    const take = (): void => {
      const before = store.get().watched;
      const owner = watched.owner();
      const { transcript } = this;
      const facts = { title: transcript.title ?? watched.title, transcript };
      store.set({ watched: owner, ownQuestion: owner.kind === 'ended' ? askAboutOwner(owner, facts) : null });
      this.#setFacts();
      const isNext = before !== null && (before.kind === 'ended' || before.pid !== owner.pid);
      if (owner.kind !== 'running' || !isNext) return;
      // What the last process was saying is void.
      this.#showAgain().then(() => {
        printer.notice('info', watchTexts.now(owner.pid));
      }, this.#fail);
    };
    current.unwatch = watched.onChange(take);
    take();
  }

  /** Shows what is left of the conversation after a rewind. */
  async #showAgain(): Promise<void> {
    const current = this.#current;
    const { agent } = this;
    if (current === null || agent === null) return;
    this.#parts.onCleared();
    current.isContinued = false;
    await this.#follow(current, agent);
  }

  #take({ transcript, settled, skipped, isNews }: FeedFrame): void {
    const { printer, store, host } = this.#parts;
    const before = store.get().session;
    if (transcript !== this.#transcript) this.#heardAt = Date.now();
    this.#transcript = transcript;
    for (const item of settled) if (item.kind === 'agent' && item.text !== '') this.#lastAnswer = item.text;
    printer.together(() => {
      const isShown = isNews || this.#current?.isContinued !== true;
      if (isShown && skipped > 0) printer.notice('info', screenTexts.skipped(skipped));
      this.#show(transcript, isShown ? settled : []);
      this.#setFacts();
    });
    // Commands go to the background, and end, while the agent works.
    if (before.isBusy !== store.get().session.isBusy) this.#readTasks();
    if (store.get().isSetup && before.pending.length > 0) void this.#refresh().catch(this.#fail);
    // What was said cannot be taken back.
    if (isNews && !host.terminal.isScreenReader && settled.some(({ kind }) => kind === 'rewound'))
      void this.#showAgain().catch(this.#fail);
    if (isNews) notifyIfAway({ before, transcript, settled }, host.abilities.notify);
  }

  /** Reads which background commands run, for the last row. */
  #readTasks(): void {
    void this.tasks.running().catch(() => undefined);
  }

  #setFacts(): void {
    const { store } = this.#parts;
    const { session, watched } = store.get();
    store.set({ session: toFacts(session, this.#transcript, watched?.kind === 'ended') });
  }

  #show(transcript: Transcript, settled: FeedFrame['settled']): void {
    const aside = { shell: this.shell.call, outbox: this.#outbox.texts };
    this.#parts.printer.frame(transcript, settled, aside);
  }

  readonly #fail = (thrown: unknown): void => {
    this.#parts.printer.error(thrown);
  };
}
