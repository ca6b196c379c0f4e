import { build } from 'esbuild';
import { spawn } from 'node:child_process';

/** A user id that no account has. */
export const OTHER_UID = 61_234;

/** Into single files, which another user can read wherever this repository lies. */
export async function bundleScripts(folder: string, entryPoints: readonly string[]): Promise<void> {
  await build({
    entryPoints: [...entryPoints],
    ...{ bundle: true, platform: 'node', format: 'esm', conditions: ['@bowline/source'], logLevel: 'error' },
    ...{ outdir: folder, outExtension: { '.js': '.mjs' } },
  });
}

/** A script of Node to be run. */
export interface ScriptRun {
  /** The script and its arguments. */
  readonly words: readonly string[];
  readonly cwd: string;
  /** As another user, for which this process has to be root. */
  readonly isOther: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a script to its end, and returns what it printed. */
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
