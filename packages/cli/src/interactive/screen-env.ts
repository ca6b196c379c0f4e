import type { HostEnvironment } from '@bowline/assembly';
import type { PromptArguments } from '../command.ts';
import type { TerminalAnswers } from './ask-terminal.ts';

/** Everything that the program around the TUI may use of the process and the machine. */
export interface ScreenEnv {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly cwd: string;
  readonly home: string;
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What the terminal said about itself. */
  readonly asked: TerminalAnswers;
  /** Stops this process. Resolves when it is continued. */
  readonly suspend: () => Promise<void>;
  readonly kill: (pid: number, signal: 'SIGTERM' | 'SIGKILL') => void;
  /** Whether a process of this machine runs. */
  readonly isRunning: (pid: number) => boolean;
  /** Loads the engine, after the first frame. */
  readonly loadMachine: () => Promise<HostEnvironment>;
  /** Makes V8 collect garbage early from now on. */
  readonly keepHeapSmall: () => void;
}

/** The session to open first. */
export interface ScreenWish {
  readonly prompt: PromptArguments;
  readonly isScreenReader: boolean;
  /** The session of another process to attach to. */
  readonly attachTo?: string | undefined;
}
