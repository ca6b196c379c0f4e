import { answer, openGeminiServer, type ScriptedCall } from '@bowline/testkit';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { killMarked } from '../../tests/kit/marked-processes.ts';
import { untilGone, type OrphanStage } from './play-commands.ts';

/** Processes that the CLI leaves behind. */
export interface CliOrphans {
  /**
   * Time from the exit of the CLI until none of its processes lived: after a full turn, and after Ctrl-C in a command.
   */
  readonly endGoneMs: number;
  readonly interruptGoneMs: number;
  readonly left: number;
  /** Left of fifty processes that left their process group and cleared their environment. */
  readonly hiddenLeft: number;
  /** Left of a background command. */
  readonly backgroundLeft: number;
}

const PATIENCE_MS = 2000;
const LOOK_MS = 20;

/** Runs the CLI from source against a scripted Gemini server. */
export async function playCli(stage: OrphanStage): Promise<CliOrphans> {
  const shell = (args: ScriptedCall['args']): ScriptedCall => ({ name: 'run_shell_command', args });
  const begun = join(stage.folder, 'begun');
  const play = async (name: string, args: ScriptedCall['args'], isInterrupted = false) => {
    const server = await openGeminiServer([answer.calls(shell(args)), answer.text('done')]);
    const place = join(stage.folder, name);
    mkdirSync(place);
    const child = spawn(
      process.execPath,
      ['--conditions=@bowline/source', '--no-warnings', cliFile(), '--yolo', '-p', 'go'],
      {
        cwd: place,
        stdio: 'ignore',
        env: {
          PATH: process.env['PATH'],
          HOME: place,
          TMPDIR: place,
          BOWLINE_HOME: join(place, stage.mark),
          GEMINI_API_KEY: 'none',
          GOOGLE_GEMINI_BASE_URL: server.url,
        },
      },
    );
    const closed = once(child, 'close') as Promise<[number | null, string | null]>;
    if (isInterrupted) {
      while (!existsSync(begun) && child.exitCode === null) await delay(LOOK_MS);
      child.kill('SIGINT');
    }
    const [code] = await closed;
    const expected = isInterrupted ? 130 : 0;
    if (code !== expected) throw new Error(`the CLI ended with ${String(code)}, not with ${expected} (${name})`);
    const gone = await untilGone(stage.mark, PATIENCE_MS);
    killMarked(stage.mark);
    await server.close();
    return gone;
  };
  const name = `${stage.mark}-sleeper`;
  const sleeper = `bash -c 'exec -a ${name} sleep 1000'`;
  const end = await play('end', { command: `for i in 1 2 3; do ${sleeper} & setsid ${sleeper} & done; echo ok` });
  const stubborn = `trap '' TERM; touch ${begun}; while :; do bash -c 'exec -a ${name} sleep 1'; done`;
  const interrupt = await play('interrupt', { command: stubborn }, true);
  const hidden = await play('hidden', { command: `for i in $(seq 50); do env -i setsid ${sleeper} & done; echo ok` });
  const background = await play('background', { command: sleeper, is_background: true });
  return {
    endGoneMs: end.goneMs,
    interruptGoneMs: interrupt.goneMs,
    left: end.left + interrupt.left,
    hiddenLeft: hidden.left,
    backgroundLeft: background.left,
  };
}

function cliFile(): string {
  return fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url));
}
