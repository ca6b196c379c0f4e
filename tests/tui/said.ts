import { answer, type ScriptedStep } from '@bowline/testkit';
import type { Stage } from './open-stage.ts';

/** The model writes a file, which needs approval. */
export function writes(...files: readonly string[]): ScriptedStep {
  const content = 'written\n';
  return answer.calls(...files.map((file_path) => ({ name: 'write_file', args: { file_path, content } })));
}

/** The model runs a command. */
export function runs(command: string): ScriptedStep {
  return answer.calls({ name: 'run_shell_command', args: { command } });
}

/** The model streams words with a delay in milliseconds: `word0 word1`. */
export function streams(count: number, delayMs: number): ScriptedStep {
  return { chunks: Array.from({ length: count }, (_, n) => ({ text: `word${n} `, delayMs })) };
}

/** All messages so far, as the model last received them. */
export function heardBy({ server }: Stage): string {
  const { body } = server.requests.at(-1) ?? {};
  return JSON.stringify((body as { contents?: unknown } | undefined)?.contents);
}
