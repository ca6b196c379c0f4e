import type { FixedContext } from '@bowline/tui';
import type { CommandEnv, PromptArguments } from '../command.ts';
import { lookAtContext } from '../inspect/look-at-context.ts';
import { readSettings } from '../session/read-settings.ts';

/** Windows from this size on are summarized earlier. */
const LARGE_WINDOW = 500_000;

/** What every request of a session in this folder begins with. */
export async function readFixedContext(
  model: string | null,
  { directories, isTrusted }: PromptArguments,
  env: CommandEnv,
): Promise<FixedContext> {
  const { found } = await lookAtContext({ ...(model === null ? {} : { model }), directories, isTrusted }, env);
  const memory = found.memory.reduce((sum, { tokens }) => sum + tokens, 0);
  const wished = readSettings(env, { isTrusted }).values['model.compressionThreshold'];
  return {
    instruction: Math.max(0, found.total.tokens - memory),
    memory,
    memoryFiles: found.memory.length,
    window: found.window,
    compressAt: wished ?? (found.window >= LARGE_WINDOW ? 0.5 : 0.8),
  };
}
