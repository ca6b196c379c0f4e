import { createBuiltInCommands } from '../commands/built-in-commands.ts';
import { createRegistry, type Registry } from '../commands/registry.ts';
import { loadMarkdown } from '../paint/markdown/load-markdown.ts';
import { listThemes } from '../paint/theme/list-themes.ts';
import type { Submission } from '../prompt/submission.ts';
import { screenTexts } from '../texts/screen-texts.ts';
import { createActions, type CommandedScreen } from './command-actions.ts';
import type { ScreenView } from './screen-view.ts';
import type { SessionController } from './session-controller.ts';

/** The parts of the screen that running needs. */
export interface RunnerScreen extends CommandedScreen {
  readonly view: ScreenView;
  readonly session: SessionController;
}

/** Runs what the user submits: messages, shell commands and slash commands. */
export class CommandRunner {
  readonly registry: Registry;
  readonly #screen: RunnerScreen;

  constructor(screen: RunnerScreen) {
    this.#screen = screen;
    const themes = listThemes(screen.host.terminal.custom);
    this.registry = createRegistry(createBuiltInCommands(themes), screen.host.commands);
  }

  submit(submission: Submission): void {
    const { view, session } = this.#screen;
    view.note(null);
    if (submission.kind === 'message') {
      this.#remember(submission.text);
      session.say(submission);
      return;
    }
    const typed =
      submission.kind === 'shell' ? `!${submission.command}` : `/${submission.name} ${submission.line}`.trim();
    this.#remember(typed);
    if (submission.kind === 'shell') void session.shell.run(submission.command);
    else void this.run(typed);
  }

  /** Runs a slash command as typed. Failures are shown. */
  async run(line: string): Promise<void> {
    const { view } = this.#screen;
    const parsed = this.registry.parse(line);
    // A command that only opens a panel leaves nothing behind.
    let isEchoed = false;
    const echo = (): void => {
      if (!isEchoed) view.printer.echo(line);
      isEchoed = true;
    };
    await loadMarkdown();
    if (parsed.kind !== 'command') {
      const nearest = parsed.kind === 'unknown' ? parsed.nearest : [];
      echo();
      view.printer.text(screenTexts.unknownCommand(line.split(/\s/)[0] ?? line, nearest));
      return;
    }
    const { command, words } = parsed;
    if (command.needsRest === true && view.store.get().session.isBusy) {
      echo();
      view.printer.text(screenTexts.busyCommand(command.name));
      return;
    }
    try {
      await command.run(words, createActions(this.#screen, echo));
    } catch (thrown) {
      echo();
      view.fail(thrown);
    }
  }

  #remember(typed: string): void {
    void this.#screen.host.abilities.remember(typed).catch(this.#screen.view.fail);
  }
}
