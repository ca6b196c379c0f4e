import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { editCorpus } from '../../tests/tools/edit-cases/edit-corpus.ts';
import type { Judgement } from '../../tests/tools/judge-edit.ts';

/** The peer's result in one case. */
export interface PeerLine {
  readonly title: string;
  readonly judgement: Judgement | 'unfinished';
  readonly ms: number;
}

/** The peer's results in all cases that it supports. */
export interface PeerRun {
  readonly version: string;
  readonly lines: readonly PeerLine[];
}

/** The time limit of one case. */
export const PEER_LIMIT_MS = 30_000;

const VERSION = '0.61.0';
const PACKAGE = '@google/gemini-cli-core';
const repo = join(import.meta.dirname, '../..');

/** Installs Gemini CLI's core into the repository's cache, once, and runs the cases with its edit tool. */
export async function runGeminiPeer(): Promise<PeerRun> {
  const core = install();
  // It does not support calls with several edits.
  const titles = Object.values(editCorpus)
    .flat()
    .flatMap(({ title, call }) => ('edits' in call ? [] : [title]));
  const lines: PeerLine[] = [];
  while (lines.length < titles.length) {
    const before = lines.length;
    const code = await runFrom(core, titles.slice(before), lines);
    const title = titles[lines.length];
    if (code === 0 || title === undefined) break;
    // It hung in this case; the next run continues with the case after it.
    if (lines.length === before && code !== null) throw new Error(`${PACKAGE} ended with ${code}`);
    lines.push({ title, judgement: 'unfinished', ms: PEER_LIMIT_MS });
  }
  return { version: `${PACKAGE}@${VERSION}`, lines };
}

/** Resolves to null if a case took too long. */
async function runFrom(core: string, titles: readonly string[], lines: PeerLine[]): Promise<number | null> {
  const script = join(import.meta.dirname, 'children/gemini-edit.ts');
  const folder = mkdtempSync(join(tmpdir(), 'gemini-edit-'));
  const child = spawn(process.execPath, ['--no-warnings', script, core], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, TMPDIR: folder },
  });
  child.stdin.end(JSON.stringify(titles));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  let timer = setTimeout(() => child.kill('SIGKILL'), PEER_LIMIT_MS * 2);
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{"title"')) continue;
    lines.push(JSON.parse(line) as PeerLine);
    clearTimeout(timer);
    timer = setTimeout(() => child.kill('SIGKILL'), PEER_LIMIT_MS);
  }
  clearTimeout(timer);
  // It could not clean up if it was killed.
  return await ended.finally(() => {
    rmSync(folder, { recursive: true, force: true });
  });
}

function install(): string {
  const folder = join(repo, '.cache', `gemini-cli-core-${VERSION}`);
  const core = join(folder, 'node_modules', PACKAGE);
  if (existsSync(join(core, 'dist/src/tools/edit.js'))) return core;
  mkdirSync(folder, { recursive: true });
  const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--silent', '--prefix', folder];
  const { status, stderr } = spawnSync('npm', ['install', ...flags, `${PACKAGE}@${VERSION}`], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0 || !existsSync(core)) throw new Error(`npm install ${PACKAGE}@${VERSION} failed: ${stderr.trim()}`);
  return core;
}
