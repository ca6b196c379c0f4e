import { spawn } from 'node:child_process';

/** A named command of a check. */
export interface Step {
  readonly name: string;
  readonly command: string;
}

/** Runs steps in sequence or in parallel, prints failures, and resolves to the number of failed steps. */
export async function runSteps(steps: readonly Step[], atOnce: number): Promise<number> {
  const left = [...steps];
  let failed = 0;
  const work = async (): Promise<void> => {
    for (let step = left.shift(); step !== undefined; step = left.shift()) {
      const started = performance.now();
      const { code, output } = await run(step.command);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${step.name} (${seconds} s)`);
      if (code === 0) continue;
      failed += 1;
      console.log(output);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return failed;
}

function run(command: string): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('close', (code) => {
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() });
    });
  });
}
