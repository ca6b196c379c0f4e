import type { ShellOutcome, TuiAbilities } from '../host/tui-host.ts';
import { stepOutput } from '../transcript/step-call.ts';
import { screenTexts } from '../texts/screen-texts.ts';
import { callTexts } from '../texts/transcript-texts.ts';
import type { CallItem } from '../transcript/transcript.ts';

/** A shell command of the user, shown like a call of the agent. */
function startedShell(command: string): CallItem {
  const at = new Date().toISOString();
  return {
    kind: 'call',
    id: at,
    at,
    threadId: null,
    callId: at,
    name: 'run_shell_command',
    args: { command },
    effect: 'execute',
    status: 'running',
    startedAt: at,
    endedAt: null,
    rule: null,
    display: { type: 'command', command },
    result: null,
    output: '',
    decision: null,
    answerId: at,
  };
}

function endedShell(call: CallItem, { output, exitCode }: ShellOutcome): CallItem {
  const isError = exitCode !== 0;
  const result = {
    content: [],
    display: { type: 'text' as const, text: output },
    isError,
    errorType: exitCode === null ? 'interrupted' : isError ? callTexts.exitCode(exitCode) : null,
    data: null,
  };
  return { ...call, status: isError ? 'failed' : 'finished', endedAt: new Date().toISOString(), result, output: '' };
}

/** The parts of the screen that the shell uses. */
export interface PersonShellParts {
  readonly runShell: TuiAbilities['runShell'];
  readonly printer: {
    readonly items: (items: readonly CallItem[]) => void;
    readonly notice: (level: 'warning', text: string) => void;
    readonly error: (thrown: unknown) => void;
  };
  readonly onChange: () => void;
}

/** So many commands can be looked at again. */
const KEPT = 20;

/** Runs the shell commands that the user types, one at a time. */
export class PersonShell {
  readonly #parts: PersonShellParts;
  #ended: readonly CallItem[] = [];
  #running: { readonly call: CallItem; readonly stop: AbortController } | null = null;

  constructor(parts: PersonShellParts) {
    this.#parts = parts;
  }

  /** The running command as a call; null if none runs. */
  get call(): CallItem | null {
    return this.#running?.call ?? null;
  }

  /** The last commands of this session, oldest first, with the running one. */
  get calls(): readonly CallItem[] {
    return this.#running === null ? this.#ended : [...this.#ended, this.#running.call];
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Runs a command to its end and prints it. Refuses while another one runs. */
  async run(command: string): Promise<void> {
    const { runShell, printer, onChange } = this.#parts;
    if (this.#running !== null) {
      printer.notice('warning', screenTexts.shellRunning);
      return;
    }
    const stop = new AbortController();
    let call = startedShell(command);
    const show = (next: CallItem): void => {
      call = next;
      this.#running = { call, stop };
      onChange();
    };
    show(call);
    try {
      const onOutput = (text: string): void => {
        show(stepOutput(call, text));
      };
      const outcome = await runShell(command, { signal: stop.signal, onOutput });
      const ended = endedShell(call, outcome);
      this.#ended = [...this.#ended, ended].slice(-KEPT);
      printer.items([ended]);
    } catch (thrown) {
      printer.error(thrown);
    } finally {
      this.#running = null;
      onChange();
    }
  }

  /** Another session is shown. */
  forget(): void {
    this.#ended = [];
  }

  /** Stops the running command. False if none runs. */
  stop(): boolean {
    this.#running?.stop.abort();
    return this.#running !== null;
  }
}
