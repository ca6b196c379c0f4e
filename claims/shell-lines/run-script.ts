import { build } from 'esbuild';
import { spawn } from 'node:child_process';

/** A user id that no account has. */
export const OTHER_UID = 61_234;

/** Bundles each script into a single file, which another user can read wherever this repository is. */
export async function bundleScripts(folder: string, entryPoints: readonly string[]): Promise<void> {
  await build({
    entryPoints: [...entryPoints],
    ...{ bundle: true, platform: 'node', format: 'esm', conditions: ['@bowline/source'], logLevel: 'error' },
    ...{ outdir: folder, outExtension: { '.js': '.mjs' } },
  });
}

/** A Node script to run. */
export interface ScriptRun {
  /** The script and its arguments. */
  readonly words: readonly string[];
  readonly cwd: string;
  /** Run as another user, which requires this process to be root. */
  readonly isOther: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a script and returns its output. */
export async function runScript({ words, cwd, isOther, env = {} }: ScriptRun): Promise<string> {
  const change = ['setpriv', `--reuid=${OTHER_UID}`, `--regid=${OTHER_UID}`, '--clear-groups', '--'];
  const [file = '', ...args] = [...(isOther ? change : []), process.execPath, ...words];
  const child = spawn(file, args, {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (piece: Buffer) => (printed += piece.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${words[0] ?? ''} ended with ${String(code)}`);
  return printed;
}
