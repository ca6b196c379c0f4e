import { spawn } from 'node:child_process';

/** The bytes that a program wrote to its terminal. */
export interface PtyRun {
  readonly code: number;
  readonly written: string;
}

/** Runs a command in a pseudo-terminal that is its stdin, stdout and stderr. */
export async function runInPty(
  command: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<PtyRun> {
  const line = command.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ');
  const child = spawn('script', ['-qefc', line, '/dev/null'], {
    cwd,
    env: { ...env, SHELL: '/bin/sh', TERM: 'xterm-256color' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const pieces: Buffer[] = [];
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
  const code = await new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      resolve(status ?? 1);
    });
  });
  child.stdin.destroy();
  return { code, written: Buffer.concat(pieces).toString('utf8') };
}
