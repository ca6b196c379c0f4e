import type { ApprovalMode, InputAnswer } from '@bowline/protocol';
import { AgentError } from '@bowline/protocol/plain';
import { createBuiltInCommands } from '../commands/built-in-commands.ts';
import { createRegistry, type Registry } from '../commands/registry.ts';
import type { Preferences, SessionChoice, TuiHost } from '../host.ts';
import type { PromptControls } from './dock-props.ts';
import type { Submission } from '../input/submission.ts';
import { createTheme } from '../paint/create-theme.ts';
import type { Theme } from '../paint/theme.ts';
import { themeNames } from '../paint/themes.ts';
import { Canvas } from './canvas.ts';
import { createActions } from './command-actions.ts';
import { LEAVE_MS, NO_KEYS, onEscape, onInterrupt, type KeyMeaning } from './leaving.ts';
import { Printer } from './printer.ts';
import { createStore, NO_SESSION, type PanelName, type ScreenState, type Store } from './screen-state.ts';
import { SessionDesk } from './session-desk.ts';

const TIP = 'Say what you want done. @ names a file, / is for commands, ! runs one of your own, ? shows all keys.';

/** The modes that a key goes through; the one that asks nothing has to be said. */
const MODES: readonly ApprovalMode[] = ['default', 'auto_edit', 'plan'];

/** What connects keyboard and terminal, once Ink is there. */
export interface Hands {
  prompt: PromptControls | null;
  /** Lets another program use the keyboard. */
  suspend: (use: () => Promise<void>) => Promise<unknown>;
  leave: (code: number) => void;
}

/** All that the parts of the screen can do; they themselves only paint and read keys. */
export class Surface {
  readonly store: Store<ScreenState>;
  readonly canvas: Canvas;
  readonly desk: SessionDesk;
  readonly registry: Registry;
  readonly hands: Hands = {
    prompt: null,
    suspend: async (use) => {
      await use();
    },
    leave: () => undefined,
  };
  readonly host: TuiHost;
  readonly #printer: Printer;
  #keys = NO_KEYS;
  #noteTimer: NodeJS.Timeout | null = null;

  constructor(host: TuiHost) {
    this.host = host;
    this.canvas = new Canvas(host.terminal.stdout);
    this.store = createStore(toFirstState(host, this.themeOf(host.preferences.theme), this.canvas));
    this.#printer = new Printer(this.canvas, host, this.store);
    this.registry = createRegistry(createBuiltInCommands(themeNames), host.commands);
    this.desk = new SessionDesk({
      host,
      printer: this.#printer,
      store: this.store,
      onUnsent: (text) => {
        this.hands.prompt?.insert(text);
      },
    });
  }

  get printer(): Printer {
    return this.#printer;
  }

  /** Everything that takes time, after the first frame is on the screen. */
  start(): void {
    const { abilities, start } = this.host;
    this.#printer.header({ title: null, tip: start.choice.kind === 'new' ? TIP : null });
    void abilities.branch().then(
      (branch) => {
        this.store.set({ branch });
      },
      () => undefined, // a folder without one
    );
    void abilities.history().then(
      (history) => {
        this.store.set({ history });
      },
      (thrown: unknown) => {
        this.#printer.error(thrown);
      },
    );
    if (start.prompt !== undefined) this.say(start.prompt);
    void this.desk.open(start.choice, true);
  }

  themeOf(name: string): Theme {
    const { colours, colourFgBg } = this.host.terminal;
    return createTheme(name, { colours, colourFgBg });
  }

  /** The window has another size. */
  resize(): void {
    const { width, rows } = this.canvas;
    this.store.set({ width, rows });
  }

  say(text: string): void {
    this.desk.say({ kind: 'message', text, typed: text, images: [] });
  }

  submit(submission: Submission): void {
    this.note(null);
    if (submission.kind === 'message') {
      void this.host.abilities.remember(submission.text).catch(this.fail);
      this.desk.say(submission);
      return;
    }
    const typed =
      submission.kind === 'shell' ? `!${submission.command}` : `/${submission.name} ${submission.line}`.trim();
    void this.host.abilities.remember(typed).catch(this.fail);
    if (submission.kind === 'shell') void this.desk.runShell(submission.command);
    else void this.run(typed);
  }

  /** Runs a command as it is typed. */
  async run(line: string): Promise<void> {
    const parsed = this.registry.parse(line);
    this.#printer.echo(line);
    if (parsed.kind !== 'command') {
      const nearest = parsed.kind === 'unknown' ? parsed.nearest.map((name) => `\`/${name}\``).join(', ') : '';
      const hint = nearest === '' ? '`/help` shows all of them.' : `Did you mean ${nearest}?`;
      this.#printer.text(`There is no command \`${line.split(/\s/)[0] ?? line}\`. ${hint}`);
      return;
    }
    const { command, words } = parsed;
    if (command.needsRest === true && this.store.get().session.isBusy) {
      this.#printer.text(`\`/${command.name}\` has to wait until the agent is done; Esc stops it.`);
      return;
    }
    try {
      await command.run(words, createActions(this));
    } catch (thrown) {
      this.fail(thrown);
    }
  }

  escape(): void {
    const [meaning, keys] = onEscape(this.#keys, Date.now(), this.#isBusy());
    this.#keys = keys;
    this.#mean(meaning);
  }

  interrupt(): void {
    const [meaning, keys] = onInterrupt(this.#keys, Date.now(), this.#isBusy());
    this.#keys = keys;
    this.#mean(meaning);
  }

  quit(): void {
    this.hands.leave(0);
  }

  /** A key that nobody else wanted. */
  shortcut(chord: string): void {
    switch (chord) {
      case 'shift+tab':
        void this.setMode(this.#nextMode()).catch(this.fail);
        return;
      case 'ctrl+o':
        this.store.set({ isUnfolded: !this.store.get().isUnfolded });
        this.#repaintAll();
        return;
      case 'ctrl+t':
        this.store.set({ areTodosHidden: !this.store.get().areTodosHidden });
        this.desk.repaint();
        return;
      case 'ctrl+p':
        this.show('palette');
        return;
      case '?':
        this.show('help');
        return;
      case 'ctrl+l':
        this.canvas.repaint();
        return;
      default:
    }
  }

  show(panel: PanelName | 'approvals'): void {
    if (panel !== 'approvals') this.store.set({ panel });
    else if (this.store.get().session.pending.length > 0) this.hands.prompt?.answer();
    else this.#printer.text('No approvals are pending.');
  }

  closePanel(): void {
    this.store.set({ panel: null });
  }

  async setMode(mode: ApprovalMode): Promise<void> {
    await this.desk.send({ update: { mode } });
  }

  async prefer(changed: Partial<Preferences>): Promise<void> {
    const preferences = { ...this.store.get().preferences, ...changed };
    this.store.set({ preferences, theme: this.themeOf(preferences.theme) });
    if (changed.theme !== undefined) this.#repaintAll();
    await this.host.abilities.savePreference(changed);
  }

  async answer(inputId: string, answer: InputAnswer): Promise<void> {
    await this.desk.send({ input: { inputId, answer } });
  }

  /** Opens text in the person's editor, which has the whole terminal meanwhile. */
  async edit(text: string, extension: string): Promise<string | null> {
    let edited: string | null = null;
    await this.canvas.lend(async () => {
      await this.hands.suspend(async () => {
        edited = await this.host.abilities.edit(text, extension);
      });
    });
    return edited;
  }

  async go(choice: SessionChoice): Promise<void> {
    this.closePanel();
    await this.desk.open(choice);
  }

  clear(): void {
    this.#printer.forget();
    this.canvas.clear();
  }

  /** Says something for a moment, in the place of the hints. */
  note(note: string | null): void {
    if (this.#noteTimer !== null) clearTimeout(this.#noteTimer);
    this.#noteTimer = null;
    this.store.set({ note });
    if (note === null) return;
    this.#noteTimer = setTimeout(() => {
      this.note(null);
    }, 2 * LEAVE_MS);
  }

  async close(): Promise<void> {
    this.note(null);
    this.canvas.close();
    await this.desk.close();
  }

  readonly fail = (thrown: unknown): void => {
    this.#printer.error(AgentError.from(thrown));
  };

  #isBusy(): boolean {
    return this.store.get().session.isBusy || this.desk.isShellRunning;
  }

  #mean(meaning: KeyMeaning): void {
    if (meaning === 'leave') this.quit();
    if (meaning === 'stop') this.desk.stop();
    if (meaning === 'warn') this.note('Press Ctrl-C again to leave');
    if (meaning === 'rewind') this.show('rewind');
  }

  #nextMode(): ApprovalMode {
    const at = MODES.indexOf(this.store.get().session.mode);
    return MODES[(at + 1) % MODES.length] ?? 'default';
  }

  #repaintAll(): void {
    this.desk.repaintNow();
    this.canvas.repaint();
  }
}

function toFirstState({ preferences }: TuiHost, theme: Theme, { width, rows }: Canvas): ScreenState {
  return {
    ...{ width, rows, preferences, theme },
    branch: null,
    history: [],
    session: NO_SESSION,
    panel: null,
    isSetup: false,
    isConfined: null,
    note: null,
    isUnfolded: false,
    areTodosHidden: false,
  };
}
