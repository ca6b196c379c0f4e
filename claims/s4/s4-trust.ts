import { openTrust } from '@bowline/guard';
import { answer, openModelServer, type ScriptedStep } from '@bowline/testkit';
import { cpSync, mkdirSync, writeFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Claim, ClaimResult, ClaimRun } from '../claim.ts';
import { openWorkbench } from '../workbench/open-workbench.ts';
import { BAD_AGENT } from './bad-agent.ts';
import { findEffects, type Effects } from './find-effects.ts';
import { fireTraps } from './fire-traps.ts';
import { createHostileFolder, createSpoofedWorktree } from '../../tests/hostile-folder/hostile-folder.ts';
import { openCanary, type Canary } from '../../tests/hostile-folder/open-canary.ts';
import { ORDINARY } from '../../tests/hostile-folder/trap.ts';
import { watchProcess, whyNoWatch, type Watched } from './watch-process.ts';

const USER_MODEL = 'gemini-2.5-flash';

/** Measures what a folder can do before the user trusts it. */
export const s4Trust: Claim = {
  id: 'S4',
  sentence:
    'Before a folder is trusted, a headless run says that it is not trusted. This covers runs in the folder, below it, and in a spoofed worktree of a trusted repository. These runs, and a run elsewhere that has the folder as an additional directory, execute 0 processes. They open 0 files of the folder, except the one that the model asked to read and the ignore files, which only hide. They make 0 connections, except to the model of the user settings, and send nothing from the context files of the folder. A search or an allowed command starts no program from the folder, wherever PATH leads. Bowline does check which files exist, to say which are not used, and lists names, to find what is hidden.',
  async run(run) {
    const why = whyNoWatch();
    if (why !== undefined) throw new Error(`S4 cannot be shown here: strace cannot watch a process: ${why}`);
    const bench = await openWorkbench();
    const canary = await openCanary(join(bench.folder, 'canary'));
    try {
      return await measure({ folder: join(bench.folder, 's4'), cli: bench.cli, canary }, run);
    } finally {
      await canary.close();
      bench.close();
    }
  },
};

interface Stage {
  readonly folder: string;
  readonly cli: string;
  readonly canary: Canary;
}

/** One process in a hostile folder. */
interface Scene {
  readonly name: string;
  readonly cwd: string;
  /** Runs instead of the CLI. */
  readonly program?: readonly string[];
  readonly flags?: readonly string[];
  readonly steps: readonly ScriptedStep[];
  readonly wanted?: string;
  /** The folder it runs in is empty, so no message about trust is expected. */
  readonly isNeutral?: boolean;
  /** The model requested a search or a command. */
  readonly isAtWork?: boolean;
  /** PATH contains none of its folders, because the real Git must run. */
  readonly isControl?: boolean;
}

async function measure(stage: Stage, { isQuick, say }: ClaimRun): Promise<ClaimResult> {
  const { canary } = stage;
  const at = (name: string): string => join(stage.folder, name);
  for (const name of ['home/.gemini', 'tmp', 'neutral', 'trusted/.git']) mkdirSync(at(name), { recursive: true });
  writeFileSync(at('home/.gemini/settings.json'), JSON.stringify({ model: { name: USER_MODEL } }));
  const trust = openTrust({ bowlineHome: at('home/.bowline'), home: at('home') });
  trust.add(at('trusted'));
  const hostile = createHostileFolder(at('hostile'), canary);
  const spoofed = createSpoofedWorktree(at('spoofed'), canary, at('trusted'));
  cpSync(hostile.path, at('control'), { recursive: true });

  const wanted = join(hostile.path, ORDINARY.path);
  const read = answer.calls({ name: 'read_file', args: { file_path: wanted } });
  const search = answer.calls({ name: 'grep_search', args: { pattern: 'ordinary' } });
  const command = answer.calls({ name: 'run_shell_command', args: { command: 'ls' } });
  // The canary is inside the folder: an effect outside of it needs approval whatever a policy says.
  const shell = answer.calls({ name: 'run_shell_command', args: { command: 'touch policy.canary' } });
  const done = answer.text('done');
  const further = ['--include-directories', hostile.path];
  const scenes: readonly Scene[] = [
    { name: 'an answer', cwd: hostile.path, steps: [done] },
    { name: 'a file is read', cwd: hostile.path, steps: [read, done], wanted },
    { name: "what only the folder's policy allows", cwd: hostile.path, steps: [shell, done] },
    { name: 'a search', cwd: hostile.path, steps: [search, done], isAtWork: true },
    { name: 'a command that only reads', cwd: hostile.path, steps: [command, done], isAtWork: true },
    { name: 'a spoofed worktree', cwd: spoofed.path, steps: [done] },
    { name: 'a folder below', cwd: join(hostile.path, 'src'), steps: [read, done], wanted },
    { name: 'a further folder', cwd: at('neutral'), flags: further, steps: [read, done], wanted, isNeutral: true },
    { name: 'stream-json', cwd: hostile.path, flags: ['-o', 'stream-json'], steps: [read, done], wanted },
  ];
  const findings = new Findings(say);
  for (const scene of isQuick ? scenes.slice(0, 6) : scenes) {
    const { seen, effects } = await play(scene, stage, [hostile.path, spoofed.path]);
    findings.add(scene, seen, effects);
  }
  const bad = { name: 'control', cwd: at('control'), program: ['-e', BAD_AGENT], steps: [done], isControl: true };
  const control = Object.entries((await play(bad, stage, [at('control')])).effects) as [string, readonly string[]][];
  const trusting = { name: 'trusted', cwd: at('control'), flags: ['--trust'], steps: [shell, done], isControl: true };
  const trusted = (await play(trusting, stage, [at('control')])).effects;
  const isPolicyLive = existsSync(at('control/policy.canary'));
  const isPolicyObeyed = existsSync(join(hostile.path, 'policy.canary'));
  const fired = await fireTraps({ path: at('control'), traps: hostile.traps }, canary, environmentOf(stage));
  if (fired.dead.length > 0) say(`traps that do not work: ${fired.dead.join(', ')}`);
  const isSpoofTrusted = trust.of(spoofed.path).isTrusted;
  const areSettingsLive = trusted.otherModels.length > 0;
  const isControlled =
    fired.dead.length === 0 && isPolicyLive && areSettingsLive && control.every(([, found]) => found.length > 0);
  return {
    holds: findings.isClean && !isSpoofTrusted && !isPolicyObeyed && isControlled,
    figures: {
      ...findings.counts,
      isSpoofTrusted,
      hostileFiles: new Set(hostile.traps.map(({ path }) => path)).size,
      trapsThatWork: fired.live.length,
      trapsThatDoNot: fired.dead.length,
      trustedOpened: trusted.opened.length,
      isPolicyLive,
      areSettingsLive,
      isPolicyObeyed,
      ...Object.fromEntries(control.map(([kind, { length }]) => [`bad_${kind}`, length])),
    },
    against:
      "a program that does what the folder says and runs git status in it (bad_*), and a run with --trust, in which the folder's settings and policies are opened and take effect (trustedOpened, areSettingsLive, isPolicyLive), watched in the same way; and each trap, triggered once by the event that it waits for",
  };
}

/** The findings of all runs. Every count must be 0, except the runs and what was only looked up. */
class Findings {
  readonly #say: (line: string) => void;
  readonly counts: Record<keyof Effects | 'runs' | 'failed' | 'unsaid', number> = {
    runs: 0,
    failed: 0,
    unsaid: 0,
    executed: 0,
    opened: 0,
    looked: 0,
    connected: 0,
    canaries: 0,
    contextSent: 0,
    otherModels: 0,
  };

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  get isClean(): boolean {
    const { runs, looked, ...bad } = this.counts;
    return runs > 0 && Number.isFinite(looked) && Object.values(bad).every((count) => count === 0);
  }

  add({ name, wanted, isNeutral = false }: Scene, { code, stdout, stderr, opened }: Watched, effects: Effects): void {
    const isDone = code === 0 && stdout.includes('done') && (wanted === undefined || opened.includes(wanted));
    const found = {
      ...effects,
      failed: isDone ? [] : [`exit ${String(code)}: ${stderr}`],
      unsaid: isNeutral || stderr.includes('not trusted') ? [] : [`said only: ${stderr}`],
    };
    this.counts.runs += 1;
    for (const [kind, what] of Object.entries(found) as [keyof typeof found, readonly string[]][]) {
      this.counts[kind] += what.length;
      if (what.length > 0 && kind !== 'looked')
        this.#say(`${name}: ${kind}: ${[...new Set(what)].slice(0, 8).join(', ')}`);
    }
  }
}

async function play(
  { cwd, program, flags = [], steps, wanted, isAtWork, isControl = false }: Scene,
  stage: Stage,
  folders: readonly string[],
): Promise<{ readonly seen: Watched; readonly effects: Effects }> {
  const { canary, cli } = stage;
  const server = await openModelServer(steps);
  try {
    canary.clear();
    const env = { ...environmentOf(stage), GEMINI_API_KEY: 'k', GOOGLE_GEMINI_BASE_URL: server.url };
    // As `PATH=:$PATH`, `PATH=node_modules/.bin:$PATH` and `npm exec` set it.
    const leading = ['', 'node_modules/.bin', ...folders.map((folder) => join(folder, 'node_modules/.bin'))].join(':');
    const seen = await watchProcess({
      argv: [process.execPath, ...(program ?? [cli, ...flags, '-p', 'go'])],
      cwd,
      env: { ...env, PATH: isControl ? env.PATH : `${leading}:${env.PATH}` },
      scratch: join(stage.folder, 'tmp'),
    });
    return { seen, effects: findEffects(seen, { folders, wanted, isAtWork, server, userModel: USER_MODEL, canary }) };
  } finally {
    await server.close();
  }
}

function environmentOf({ folder }: Stage): Record<'PATH' | 'HOME' | 'TMPDIR', string> {
  return { PATH: process.env['PATH'] ?? '', HOME: join(folder, 'home'), TMPDIR: join(folder, 'tmp') };
}
