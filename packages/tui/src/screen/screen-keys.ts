import type { ApprovalMode } from '@bowline/protocol';
import { screenTexts } from '../texts/screen-texts.ts';
import { NO_KEYS, onEscape, onInterrupt, type KeyMeaning } from './leaving.ts';
import type { PanelName } from './screen-state.ts';
import type { ScreenView } from './screen-view.ts';
import type { SessionController } from './session-controller.ts';
import type { TerminalPort } from './terminal-port.ts';

/** The modes that Shift-Tab cycles through. Yolo needs `/mode yolo`. */
const MODES: readonly ApprovalMode[] = ['default', 'auto_edit', 'plan'];

/** The parts of the screen that its keys use. */
export interface KeyedScreen {
  readonly view: Pick<ScreenView, 'store' | 'canvas' | 'note' | 'fail'>;
  readonly session: Pick<SessionController, 'setMode' | 'stop' | 'shell' | 'retryNow'>;
  readonly port: Pick<TerminalPort, 'prompt'>;
  readonly show: (panel: PanelName) => void;
  readonly closePanel: () => void;
  readonly suspend: () => Promise<void>;
  readonly quit: () => void;
}

/** The keys of the whole screen: those that neither the prompt nor a question uses. */
export class ScreenKeys {
  readonly #screen: KeyedScreen;
  #keys = NO_KEYS;

  constructor(screen: KeyedScreen) {
    this.#screen = screen;
  }

  escape(): void {
    const [meaning, keys] = onEscape(this.#keys, Date.now(), this.#isBusy());
    this.#keys = keys;
    this.#apply(meaning);
  }

  interrupt(): void {
    const isWarned = this.#screen.view.store.get().note === screenTexts.quitAgain;
    const [meaning, keys] = onInterrupt(this.#keys, Date.now(), { isBusy: this.#isBusy(), isWarned });
    this.#keys = keys;
    this.#apply(meaning);
  }

  /** Ctrl-C in a panel closes it. Those that ask before anything else can be done are left by quitting. */
  leavePanel(): void {
    const { panel } = this.#screen.view.store.get();
    if (panel === 'connect' || panel === 'quit') this.interrupt();
    else this.#screen.closePanel();
  }

  suspend(): void {
    void this.#screen.suspend().catch(this.#screen.view.fail);
  }

  shortcut(chord: string): void {
    const { view, session } = this.#screen;
    switch (chord) {
      case 'shift+tab':
        void session.setMode(this.#nextMode()).catch(view.fail);
        return;
      case 'ctrl+o':
        // What is folded in the draft comes first.
        this.#screen.show((this.#screen.port.prompt?.pasted().length ?? 0) > 0 ? 'pasted' : 'turn');
        return;
      case 'ctrl+t':
        this.#screen.show('steps');
        return;
      case 'enter':
        // Nothing is typed: a turn that waits for the model asks it again now.
        void session.retryNow().catch(view.fail);
        return;
      case 'ctrl+p':
        this.#screen.show('palette');
        return;
      case '?':
        this.#screen.show('help');
        return;
      case 'ctrl+l':
        view.canvas.repaint();
        return;
      default:
    }
  }

  #isBusy(): boolean {
    const { view, session } = this.#screen;
    return view.store.get().session.isBusy || session.shell.isRunning;
  }

  #apply(meaning: KeyMeaning): void {
    if (meaning === 'leave') this.#screen.quit();
    if (meaning === 'stop') this.#screen.session.stop();
    if (meaning === 'warn') this.#screen.view.note(screenTexts.quitAgain);
    if (meaning === 'rewind') this.#screen.show('rewind');
  }

  #nextMode(): ApprovalMode {
    const at = MODES.indexOf(this.#screen.view.store.get().session.mode);
    return MODES[(at + 1) % MODES.length] ?? 'default';
  }
}
