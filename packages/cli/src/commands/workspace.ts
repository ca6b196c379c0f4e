import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { AgentError } from '@bowline/protocol';
import { serveHere } from '@bowline/assembly';
import { isGitAddress, parseListenAddress, toWorkspaceUrl } from '@bowline/workspace';
import type { CommandEnv } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { untilStopped } from '../serving/until-stopped.ts';
import { usageError } from '../texts/error-text.ts';
import { serverTexts, workspaceTexts } from '../texts/settings-texts.ts';
import { usageTexts } from '../texts/usage-texts.ts';
import { usageLine } from '../usage/command-table.ts';
import { parseOptions } from '../usage/parse-options.ts';
import { workspaceOptions } from '../usage/workspace-options.ts';

const MODES = ['off', 'auto', 'required'] as const;

/** Serves a folder until the process is stopped. Resolves to the exit code. */
export async function runWorkspace(words: readonly string[], env: CommandEnv): Promise<number> {
  const usage = usageLine('workspace');
  const { values, positionals } = parseOptions(words, workspaceOptions, usage);
  const [action, extra] = positionals;
  if (action !== 'serve') throw usageError(workspaceTexts.whichAction);
  if (extra !== undefined) throw usageError(usageTexts.unexpected(extra, usage));
  const address = parseListenAddress(values.listen ?? '127.0.0.1');
  if (address === undefined) throw usageError(serverTexts.badAddress(values.listen ?? ''));
  const sandbox = MODES.find((mode) => mode === values.sandbox);
  if (sandbox === undefined) throw usageError(usageTexts.badValue('--sandbox', values.sandbox, MODES));
  const asked = values.root ?? '.';
  const root = isGitAddress(asked) ? asked : resolve(env.cwd, asked);
  const token = readToken(values['token-file'], env);
  const served = await serveHere({ ...address, root, token, sandbox }, env.machine);
  env.stdout(`${workspaceTexts.serving(isGitAddress(root) ? root : realpathSync(root), toWorkspaceUrl(served))}\n`);
  await untilStopped(env.signal);
  await served.close();
  env.stderr(`bowline: ${workspaceTexts.stopped}\n`);
  return EXIT.ok;
}

/** The token of the file, which is created with a random one, or of the environment. Never an argument, which others see. */
function readToken(named: string | undefined, { env, cwd, stderr }: CommandEnv): string {
  if (named === undefined) {
    const token = env['BOWLINE_WORKSPACE_TOKEN']?.trim();
    if (token !== undefined && token !== '') return token;
    const { message, hint } = workspaceTexts.noToken;
    throw new AgentError('SETTINGS_INVALID', message, { hint });
  }
  const file = resolve(cwd, named);
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
    stderr(`bowline: ${workspaceTexts.created(file)}\n`);
  } else if ((statSync(file).mode & 0o077) !== 0) {
    const { message, hint } = workspaceTexts.readable(file);
    throw new AgentError('SETTINGS_INVALID', message, { hint });
  } else stderr(`bowline: ${workspaceTexts.tokenIn(file)}\n`);
  return readFileSync(file, 'utf8').trim();
}
