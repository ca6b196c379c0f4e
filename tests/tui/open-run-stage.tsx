import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AgentSend } from '@bowline/protocol';
import { ScriptedAgent, type PlayedTurn } from '@bowline/testkit';
import xterm from '@xterm/headless';
import { vi } from 'vitest';
import type { OpenedTui, SessionChoice, TuiAbilities, TuiHost } from '../../packages/tui/src/host/tui-host.ts';
import { runTui } from '../../packages/tui/src/screen/run-tui.tsx';
import { createKeyboard } from './fake-terminal.ts';
import { quietAbilities } from './quiet-abilities.ts';

class FakeOutput extends PassThrough {
  readonly columns = 80;
  readonly rows = 24;
  readonly isTTY = true;
  readonly screen = new xterm.Terminal({ cols: 80, rows: 24, allowProposedApi: true });

  override write(chunk: unknown, ...rest: readonly unknown[]): boolean {
    this.screen.write(String(chunk));
    const done = rest.find((each) => typeof each === 'function') as (() => void) | undefined;
    done?.();
    return true;
  }
}

/** The whole screen with a scripted agent, in a terminal of 80 by 24. */
export interface RunStage {
  readonly sent: AgentSend[];
  readonly chosen: SessionChoice[];
  readonly shown: () => string;
  readonly shows: (what: string | RegExp) => Promise<string>;
  readonly type: (text: string) => Promise<void>;
  readonly paste: (text: string) => Promise<void>;
  /** Moves the clock on. */
  readonly pass: (ms: number) => void;
  readonly code: Promise<number>;
}

/** What the agent plays, and what the host can do. */
export interface RunStageOptions {
  readonly turns?: readonly PlayedTurn[];
  readonly open?: (agent: ScriptedAgent) => Promise<Partial<OpenedTui>>;
  readonly abilities?: Partial<TuiAbilities>;
  readonly prompt?: string;
}

const stages: RunStage[] = [];

/** Runs the screen until the stages are closed. */
export function openRunStage({ turns = [], open, abilities = {}, prompt }: RunStageOptions = {}): RunStage {
  const [stdin, stdout] = [createKeyboard(), new FakeOutput()];
  const sent: AgentSend[] = [];
  const chosen: SessionChoice[] = [];
  let passed = 0;
  const opened = async (choice: SessionChoice): Promise<OpenedTui> => {
    chosen.push(choice);
    const agent = new ScriptedAgent(turns);
    const send = agent.send.bind(agent);
    agent.send = async (value) => {
      sent.push(value);
      return await send(value);
    };
    const more = await open?.(agent);
    return { agent, isUnfinished: false, isAttached: false, warnings: [], close: async () => undefined, ...more };
  };
  const host: TuiHost = {
    terminal: { stdin: stdin as never, stdout: stdout as never, colours: 0, isScreenReader: false },
    user: 'ada',
    place: { folder: '~/here', home: '/home/ada', version: '1.2.3' },
    preferences: { theme: 'plain', isVim: false, notifications: 'off', hasMotion: true },
    commands: [],
    start: { choice: { kind: 'new' }, prompt },
    clock: () => performance.now() + passed,
    abilities: { open: opened, ...quietAbilities, ...abilities },
  };
  const shown = (): string => {
    const { active } = stdout.screen.buffer;
    return Array.from({ length: active.length }, (_, n) => active.getLine(n)?.translateToString(true) ?? '')
      .join('\n')
      .trimEnd();
  };
  const shows = async (what: string | RegExp): Promise<string> => {
    await vi.waitFor(
      () => {
        if (shown().match(what) === null) throw new Error(`never showed ${String(what)} but:\n${shown()}`);
      },
      { timeout: 10_000, interval: 5 },
    );
    return shown();
  };
  const type = async (text: string): Promise<void> => {
    for (const key of text) {
      stdin.write(key);
      await nextTurn();
      await nextTurn();
    }
  };
  const paste = async (text: string): Promise<void> => {
    stdin.write(`\u001B[200~${text}\u001B[201~`);
    await nextTurn();
  };
  const pass = (ms: number): void => {
    passed += ms;
  };
  const stage = { sent, chosen, shown, shows, type, paste, pass, code: runTui(host) };
  stages.push(stage);
  return stage;
}

/** Quits all screens. */
export async function closeRunStages(): Promise<void> {
  for (const stage of stages.splice(0)) {
    // A panel or a question may have the keyboard, and a turn may run. Pressing often enough quits from anywhere.
    for (let tries = 0; tries < 6; tries += 1) await stage.type('\u0003');
    await stage.code;
  }
}
