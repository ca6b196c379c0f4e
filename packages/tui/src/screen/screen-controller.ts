import { AgentError } from '@bowline/protocol/plain';
import type { Preferences, SessionChoice, TuiHost } from '../host/tui-host.ts';
import type { Picker } from '../host/picker.ts';
import { screenTexts } from '../texts/screen-texts.ts';
import { CommandRunner } from './command-runner.ts';
import { ScreenKeys } from './screen-keys.ts';
import type { PanelName } from './screen-state.ts';
import { ScreenView } from './screen-view.ts';
import { SessionController } from './session-controller.ts';
import { createTerminalPort, type TerminalPort } from './terminal-port.ts';

/** Connects the parts of the screen. Components paint and read keys; everything else goes through here. */
export class ScreenController {
  readonly host: TuiHost;
  readonly port: TerminalPort = createTerminalPort();
  readonly view: ScreenView;
  readonly session: SessionController;
  readonly commands: CommandRunner;
  readonly keys: ScreenKeys;

  constructor(host: TuiHost) {
    this.host = host;
    this.view = new ScreenView(host);
    this.session = new SessionController({
      host,
      printer: this.view.printer,
      store: this.view.store,
      onCleared: () => {
        this.view.clear();
      },
      onUnsent: (text) => {
        this.port.prompt?.insert(text);
      },
    });
    this.view.activity = (view, hasPanel) => this.session.describeActivity(view, hasPanel);
    this.commands = new CommandRunner(this);
    this.keys = new ScreenKeys(this);
  }

  /** Starts slow work after the first frame is on the screen. */
  start(): void {
    const { abilities, start } = this.host;
    const { store, printer } = this.view;
    printer.opening(null);
    void abilities.history().then((history) => {
      store.set({ history });
    }, this.view.fail);
    if (start.prompt !== undefined)
      this.session.say({ kind: 'message', text: start.prompt, typed: start.prompt, images: [] });
    void this.#open();
  }

  /** Opens the first session once the branch is known, which its head shows. */
  async #open(): Promise<void> {
    const { abilities, start } = this.host;
    // Null if this is not a Git repository.
    const branch = abilities.branch().catch(() => null);
    const opened = this.session.open(start.choice, { isFirst: true, until: branch });
    this.view.store.set({ branch: await branch });
    await opened;
  }

  show(panel: PanelName | 'approvals'): void {
    if (panel !== 'approvals') this.view.store.set({ panel });
    else if (this.view.store.get().session.pending.length > 0) this.port.prompt?.answer();
    else this.view.printer.text(screenTexts.noApprovals);
  }

  /** Shows a list to pick from. */
  pick(picker: Picker): void {
    this.view.store.set({ panel: 'picker', picker });
  }

  closePanel(): void {
    this.view.store.set({ panel: null, picker: null });
  }

  /** Closes the open session and opens another one. Keeps the open one if the other one does not exist. */
  async go(choice: SessionChoice): Promise<void> {
    this.closePanel();
    const isSame = choice.kind === 'resume' && choice.sessionId === this.view.store.get().session.sessionId;
    // The open one may be too new for the list of sessions.
    if (!isSame && this.session.agent !== null) await this.#requireSession(choice);
    // A question comes first, and then its conversation is shown again. Otherwise all that was printed stays.
    const isContinued = isSame && choice.asks === undefined;
    if (isSame && !isContinued) this.view.clear();
    await this.session.open(choice, { isContinued });
  }

  async #requireSession(choice: SessionChoice): Promise<void> {
    if (choice.kind !== 'resume' || choice.asks !== undefined || choice.sessionId === 'latest') return;
    const sessions = await this.host.abilities.sessions();
    if (sessions.some(({ sessionId }) => sessionId.startsWith(choice.sessionId))) return;
    const { noSuchSession, chooseSession: hint } = screenTexts;
    throw new AgentError('SESSION_NOT_FOUND', noSuchSession(choice.sessionId), { hint });
  }

  /** Answers what to do about a session whose process has ended. */
  async answerOwner(answer: string | undefined): Promise<void> {
    const { sessionId } = this.view.store.get().session;
    if (answer === 'quit') this.port.leave(0);
    if (answer !== 'take' || sessionId === null) return;
    // The conversation is shown again.
    this.view.clear();
    await this.session.open({ kind: 'resume', sessionId });
  }

  /** Gives a session a title: the open one through its agent, another one in the store. */
  async rename(sessionId: string, title: string): Promise<void> {
    const isOpen = this.view.store.get().session.sessionId === sessionId;
    if (isOpen) await this.session.send({ update: { title } });
    else await this.host.abilities.rename(sessionId, title);
  }

  async prefer(changed: Partial<Preferences>): Promise<void> {
    const saved = this.view.prefer(changed);
    if (changed.theme !== undefined) this.repaint();
    await saved;
  }

  /** Opens text in the user's editor, which gets the whole terminal until it exits. */
  async edit(text: string, extension: string): Promise<string | null> {
    let edited: string | null = null;
    await this.view.canvas.lend(async () => {
      await this.port.suspend(async () => {
        edited = await this.host.abilities.edit(text, extension);
      });
    });
    return edited;
  }

  /** Stops this process until the user continues it from the shell. */
  async suspend(): Promise<void> {
    await this.view.canvas.lend(async () => {
      await this.port.suspend(this.host.abilities.suspend);
    });
  }

  /** Opens text in the user's pager, which gets the whole terminal until it exits. */
  async page(text: string): Promise<void> {
    await this.view.canvas.lend(async () => {
      await this.port.suspend(async () => {
        await this.host.abilities.page(text);
      });
    });
  }

  /** Repaints everything visible, including printed rows. */
  repaint(): void {
    this.session.repaintNow();
    this.view.canvas.repaint();
  }

  /** Ends the program. Asks first if background commands run. */
  quit(): void {
    const leave = (): void => {
      this.port.leave(0);
    };
    // Asked twice, it ends at once.
    if (this.view.store.get().panel === 'quit') leave();
    else
      void this.session.tasks.running().then(
        (running) => {
          if (running.length === 0) leave();
          else this.view.store.set({ panel: 'quit' });
        },
        () => {
          leave(); // what runs cannot be read
        },
      );
  }

  /** Stops the background commands, then ends the program. */
  async stopAndQuit(): Promise<void> {
    const { tasks } = this.session;
    for (const { id } of await tasks.running()) await tasks.stop(id);
    this.port.leave(0);
  }

  async close(): Promise<void> {
    this.view.close();
    await this.session.close();
  }
}
