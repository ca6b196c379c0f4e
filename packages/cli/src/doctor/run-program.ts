import { execFile } from 'node:child_process';
import { programTexts } from '../texts/doctor-texts.ts';

/** The result of running a program. */
export type ProgramResult =
  | { readonly kind: 'ran'; readonly output: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly why: string };

const LIMIT_MS = 3000;

/** Runs a program, and stops it after a time limit. */
export async function runProgram(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ProgramResult> {
  return await new Promise((resolve) => {
    const options = { env, timeout: LIMIT_MS, killSignal: 'SIGKILL', maxBuffer: 65_536 } as const;
    execFile(file, args, options, (error, stdout, stderr) => {
      if (error === null) resolve({ kind: 'ran', output: stdout.trim() });
      else if (error.code === 'ENOENT') resolve({ kind: 'missing' });
      else resolve({ kind: 'failed', why: whyOf(error, stderr) });
    });
  });
}

function whyOf(error: { readonly message: string; readonly killed?: boolean | undefined }, stderr: string): string {
  if (error.killed === true) return programTexts.timedOut(LIMIT_MS / 1000);
  const [said = ''] = stderr.trim().split('\n');
  const [first = ''] = error.message.split('\n');
  return said === '' ? first : said;
}

/** The version in the output of a program. */
export function toVersion(output: string): string {
  return /\d+(?:\.\d+)+/.exec(output)?.[0] ?? programTexts.unknownVersion;
}
