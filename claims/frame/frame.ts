import { join } from 'node:path';
import { build } from 'esbuild';
import type { Claim } from '../claim.ts';
import { isPrompt } from '../../tests/tui/open-live-pty.ts';
import { openWorkbench } from '../workbench/open-workbench.ts';
import { timeUntil, WINDOW } from '../workbench/time-until.ts';
import { quantile } from '../shared/quantile.ts';
import { round } from '../shared/round.ts';

/**
 * The goal for the first answer is 0.35, as without a screen, but Ink and the engine are loaded one after the other.
 */
const LIMITS = { frame: 1.3, prompt: 0.75 } as const;

/** Measures how long the user waits for the first frame, and for the answer to the first prompt. */
export const frame: Claim = {
  id: 'frame',
  sentence: `The first frame appears within ${LIMITS.frame}x the time of a bare Ink hello. A first prompt is sent and its answer painted within ${LIMITS.prompt}x the wall time of a bare ADK script (target: 0.35x).`,
  async run({ isQuick, say }) {
    const bench = await openWorkbench();
    try {
      const bareInk = await bundleBareInk(bench.folder);
      const rounds = isQuick ? 7 : 25;
      const times: Record<'ours' | 'bareInk' | 'answer' | 'bareAdk', number[]> = {
        ours: [],
        bareInk: [],
        answer: [],
        bareAdk: [],
      };
      for (let n = -1; n < rounds; n += 1) {
        const once = {
          ours: await timeUntil(bench, [bench.cli, '--trust'], isPrompt),
          bareInk: await timeUntil(bench, [bareInk], (rows) => rows.some((row) => row.includes('hello'))),
          answer: await timeUntil(bench, [bench.cli, '--trust', '-i', 'hi'], isAnswered),
          bareAdk: (await bench.run([bench.bareAdk, 'hi'])).wallMs,
        };
        // The first round warms the compile caches.
        if (n >= 0) for (const name of ['ours', 'bareInk', 'answer', 'bareAdk'] as const) times[name].push(once[name]);
      }
      const ms = (name: keyof typeof times): number => Math.round(quantile(times[name], 0.5));
      const frameRatio = round(ms('ours') / ms('bareInk'));
      const answerRatio = round(ms('answer') / ms('bareAdk'));
      say(`first frame ${frameRatio}x of a bare Ink, first answer ${answerRatio}x of a bare ADK script`);
      return {
        holds: frameRatio <= LIMITS.frame && answerRatio <= LIMITS.prompt,
        figures: {
          frameRatio,
          answerRatio,
          frameMs: ms('ours'),
          bareInkMs: ms('bareInk'),
          answerMs: ms('answer'),
          bareAdkMs: ms('bareAdk'),
        },
        against: `claims/frame/children/bare-ink.ts, bundled and cached like ours, and claims/workbench/children/bare-adk.ts; alternating, medians of ${rounds} rounds, in a terminal of ${WINDOW.columns}x${WINDOW.rows}`,
      };
    } finally {
      bench.close();
    }
  },
};

function isAnswered(rows: readonly string[]): boolean {
  return rows.some((row) => row.includes('hello'));
}

/** Bundled like the CLI, so that neither has an advantage from its packaging. */
async function bundleBareInk(folder: string): Promise<string> {
  const outdir = join(folder, 'bare-ink');
  await build({
    stdin: {
      contents:
        "import{enableCompileCache}from'node:module';enableCompileCache();await import('./children/bare-ink.ts');",
      resolveDir: import.meta.dirname,
      loader: 'ts',
    },
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    external: ['react-devtools-core'],
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
  return join(outdir, 'stdin.mjs');
}
