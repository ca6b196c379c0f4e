import type { Machine } from '@bowline/assembly';
import type { PromptArguments } from '../command.ts';

/** All that the program around the screen may touch of the world. */
export interface ScreenEnv {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly cwd: string;
  readonly home: string;
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly kill: (pid: number, signal: 'SIGTERM' | 'SIGKILL') => void;
  /** The engine's side of the machine. It is loaded when somebody asks for it, which is after the first frame. */
  readonly loadMachine: () => Promise<Machine>;
  /** Has garbage collected early from now on. */
  readonly keepHeapSmall: () => void;
}

/** What is to be on the screen first. */
export interface ScreenWish {
  readonly prompt: PromptArguments;
  readonly isScreenReader: boolean;
  /** The session that another process runs, to be watched from here. */
  readonly attachTo?: string | undefined;
}
