import { spawn } from 'node:child_process';
import { claims } from '../claims/claims.ts';
import { bundleCli, IS_BUILT } from '../claims/workbench/build-cli.ts';

/** Other processes may disturb timings, so these run alone, and once more if they do not hold. */
const timed = /^(P\d+|append-cost|decide-cost|estimate|first-command|frame|keys|loops|sandbox-cost|sdk-import)$/;
/** These have deadlines or attack the machine, so they run alone and are never repeated. */
const alone = /^(R[35-9]|S[2-8].*)$/;
/** It takes the longest of all and mostly waits, so the others run beside it. */
const FIRST = 'screens';
/** The exit code of `npm run claim` if a run broke off before it had a result. */
const BROKEN_OFF = 3;

bundleCli();
process.env[IS_BUILT] = '1';
const failed: string[] = [];
const ids = Object.keys(claims);
const others = ids.filter((id) => id !== FIRST && !timed.test(id) && !alone.test(id));
await runAll([FIRST, ...others], 2);
await runAll(
  ids.filter((id) => alone.test(id)),
  1,
);
await runAll(
  ids.filter((id) => timed.test(id)),
  1,
);
console.log(
  `${ids.length - failed.length} claims hold, ${failed.length} do not${failed.length > 0 ? `: ${failed.join(' ')}` : ''}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

async function runAll(list: readonly string[], atOnce: number): Promise<void> {
  const left = list.values();
  const work = async (): Promise<void> => {
    for (const id of left) if (!(await holds(id))) failed.push(id);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

async function holds(id: string): Promise<boolean> {
  const started = performance.now();
  let { code, output } = await runClaim(id);
  if (code === BROKEN_OFF || (code !== 0 && timed.test(id))) {
    console.log(`again ${id}:\n${output.slice(-2000)}`);
    ({ code, output } = await runClaim(id));
  }
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${id} (${Math.round((performance.now() - started) / 1000)} s)`);
  if (code !== 0) console.log(shorten(output));
  return code === 0;
}

/** The beginning, where a claim says what it found, and the end, where its result is. */
function shorten(output: string): string {
  return output.length <= 12_000 ? output : `${output.slice(0, 9000)}\n…\n${output.slice(-3000)}`;
}

function runClaim(id: string): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const args = ['--conditions=@bowline/source', 'scripts/claim.ts', id, '--quick'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('close', (code) => {
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() });
    });
  });
}
