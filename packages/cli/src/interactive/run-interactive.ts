import { bowlineHomeOf } from '@bowline/settings/home';
import { runTui } from '@bowline/tui';
import { createHost } from './create-host.ts';
import type { ScreenEnv, ScreenWish } from './screen-env.ts';
import { readScreenSettings } from './screen-settings.ts';
import type { SessionKeeper } from './session-keeper.ts';

/** Runs the TUI until the user quits. Resolves to the exit code. */
export async function runInteractive(wish: ScreenWish, env: ScreenEnv, keeper: SessionKeeper): Promise<number> {
  const isTrusted = wish.prompt.isTrusted || env.env['GEMINI_CLI_TRUST_WORKSPACE'] === 'true';
  const settings = await readScreenSettings(env, isTrusted, bowlineHomeOf(env.env));
  if (wish.attachTo !== undefined) {
    // Said in the shell: there is nothing to show.
    const { requireWatchable } = await import('@bowline/attach');
    await requireWatchable(wish.attachTo, env.cwd, await env.loadMachine());
  }
  return await runTui(createHost({ wish, env, settings, keeper }));
}
