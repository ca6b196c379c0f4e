import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import type { Claim, ClaimRun } from '../claim.ts';
import { bundleScripts, OTHER_UID, runScript } from '../shell-lines/run-script.ts';
import {
  HOST_PREFIX,
  type BatteryPlaces,
  type BatteryResult,
  type BatteryTarget,
  type PeerSandbox,
} from './battery-plan.ts';
import { measurePeers } from './measure-peers.ts';

type Player = 'root' | 'user';

/** Attacks that remain possible, as documented in packages/workspace/README.md. */
const EXCEPTIONS: Readonly<Record<Exclude<BatteryTarget, 'plain'>, Readonly<Record<Player, readonly string[]>>>> = {
  observe: {
    root: ['files.late-hidden', 'git.history', 'ipc.workspace-fifo', 'resources.processes'],
    user: ['files.late-hidden', 'git.history', 'ipc.workspace-fifo'],
  },
  work: {
    root: [
      ...[
        'files.late-hidden',
        'git.history',
        'git.late-config',
        'git.nested-bare',
        'git.nested-in-index',
        'git.rebase',
      ],
      'resources.processes',
    ],
    user: [
      'files.late-hidden',
      'git.history',
      'git.late-config',
      'git.nested-bare',
      'git.nested-in-index',
      'git.rebase',
    ],
  },
};

/** Measures what a confined command can reach. */
export const s1Sandbox: Claim = {
  id: 'S1',
  sentence:
    'A battery of attacks runs in the Linux sandbox, as root and as a user. It covers the network, sockets and shared memory, other processes, the terminal, files, Git, the kernel and leftovers. The only attacks that work in observe and work are those that the documentation names: a hidden file that was committed, a file that the host replaces meanwhile, a new repository in the index, a folder made into a bare repository, an unfinished rebase, a named pipe of the user in the workspace, and for root the number of processes. Ordinary work continues: shells, servers of its own, Git, make, Python and Node. The host judges the result where it can see it. The full form runs the same battery in sandbox-runtime 0.0.83 by Anthropic and in Codex 0.166.0 (figures srt_ and codex_), configured as close to observe and work as they document, with the same environment, input and descriptors. Probes that they do not let answer count as closed. What they do not aim to prevent (limits, settings of other tools) counts as open.',
  async run(run) {
    const players: readonly Player[] = process.getuid?.() === 0 ? ['root', 'user'] : ['user'];
    const findings = new Findings(run.say);
    // Each cleans up after itself, also if another one broke off.
    const results = await Promise.allSettled(players.map(async (player) => [player, await play(player, run)] as const));
    for (const result of results) {
      if (result.status === 'rejected') throw result.reason;
      findings.add(...result.value);
    }
    const peers: Record<string, number | string> = {};
    for (const player of run.isQuick ? [] : players)
      Object.assign(peers, await measurePeers((peer) => play(player, run, peer), player, run.say));
    return {
      holds: findings.isClean,
      figures: { players: players.join(' and '), ...findings.counts, ...peers },
      against: 'the same attacks without a sandbox, on the same machine (vacuous: those that fail there too)',
    };
  },
};

/** The counts of all runs. Open attacks that are not named as exceptions, and failed controls, must be zero. */
class Findings {
  readonly #say: (line: string) => void;
  readonly counts: Record<string, number> = { probes: 0, furtherProbes: 0, controls: 0, unnamed: 0, controlsFailed: 0 };

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  get isClean(): boolean {
    const { probes = 0, controls = 0, unnamed, controlsFailed } = this.counts;
    return probes > 0 && controls > 0 && unnamed === 0 && controlsFailed === 0;
  }

  add(player: Player, { probes, verdicts }: BatteryResult): void {
    const isControl = (name: string): boolean => name.startsWith('control.');
    const names = [...new Set(Object.values(verdicts).flatMap((each) => Object.keys(each)))];
    const attacks = names.filter((name) => !isControl(name));
    const vacuous = attacks.filter((name) => verdicts.plain[name]?.isOpen !== true);
    this.counts['probes'] = attacks.length;
    this.counts['furtherProbes'] = probes.filter(({ name, further }) => further && !isControl(name)).length;
    this.counts['controls'] = names.length - attacks.length;
    this.counts[`vacuous_${player}`] = vacuous.length;
    for (const name of vacuous) this.#say(`${player}: vacuous: ${name}: ${verdicts.plain[name]?.text ?? ''}`);
    for (const target of ['observe', 'work'] as const) {
      const played = Object.entries(verdicts[target]);
      const open = played.filter(([name, { isOpen }]) => isOpen && !isControl(name));
      const failed = played.filter(([name, { isOpen }]) => !isOpen && isControl(name));
      const unnamed = open.filter(([name]) => !EXCEPTIONS[target][player].includes(name));
      this.counts[`${target}_${player}_probes`] = played.filter(([name]) => !isControl(name)).length;
      this.counts[`${target}_${player}_open`] = open.length;
      this.counts['unnamed'] = (this.counts['unnamed'] ?? 0) + unnamed.length;
      this.counts['controlsFailed'] = (this.counts['controlsFailed'] ?? 0) + failed.length;
      this.#say(`${player}, ${target}: open: ${open.map(([name]) => name).join(' ')}`);
      for (const [name, { text }] of unnamed) this.#say(`${player}, ${target}: HOLE ${name}: ${text}`);
      for (const [name, { text }] of failed) this.#say(`${player}, ${target}: ${name} does not work: ${text}`);
    }
    for (const [name, { isOpen, text }] of Object.entries(verdicts.plain))
      if (isControl(name) && !isOpen) this.#say(`${player}, plain: ${name} does not work: ${text}`);
  }
}

async function play(player: Player, { say }: ClaimRun, peer: PeerSandbox | null = null): Promise<BatteryResult> {
  const isRoot = process.getuid?.() === 0;
  const base = mkdtempSync(join(isRoot ? '/home' : homedir(), 'bowline-s1-'));
  const name = basename(base);
  const at = (folder: string): string => (isRoot ? join(folder, name) : join(base, folder));
  const places: BatteryPlaces = {
    ...{ base, run: at('/run'), srv: at('/srv'), state: at('/var/lib') },
    setuidProgram: join(base, 'tools/cat'),
    probes: join(base, 'tools/probes'),
    agent: join(base, 'tools/agent.mjs'),
    peer,
  };
  const owned = [base, places.run, places.srv, places.state];
  try {
    mkdirSync(join(base, 'tools'));
    for (const folder of owned) mkdirSync(folder, { recursive: true });
    cpSync(join(import.meta.dirname, 'probes'), places.probes, { recursive: true });
    // Compiled once instead of at every start.
    execFileSync('/usr/bin/python3', ['-m', 'compileall', '-q', places.probes]);
    copyFileSync('/bin/cat', places.setuidProgram);
    chmodSync(places.setuidProgram, 0o4755);
    writeFileSync(join(base, 'tools/places.json'), JSON.stringify(places));
    const scripts = ['agent.ts', 'play-battery.ts'].map((each) => join(import.meta.dirname, each));
    await bundleScripts(join(base, 'tools'), scripts);
    for (const folder of owned) {
      chmodSync(folder, 0o755);
      if (player === 'user' && isRoot) chownSync(folder, OTHER_UID, OTHER_UID);
    }
    const started = Date.now();
    const printed = await runScript({
      words: [join(base, 'tools/play-battery.mjs'), join(base, 'tools/places.json')],
      cwd: base,
      isOther: player === 'user' && isRoot,
    });
    say(`${player}${peer === null ? '' : `, ${peer.kind}`}: ${Date.now() - started} ms`);
    return JSON.parse(printed) as BatteryResult;
  } finally {
    for (const folder of owned) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    removeLeft(player);
  }
}

/** Removes what a battery that was ended itself left in the folders for temporary files. */
function removeLeft(player: Player): void {
  const uid = player === 'user' && process.getuid?.() === 0 ? OTHER_UID : process.getuid?.();
  for (const folder of ['/tmp', '/var/tmp', '/dev/shm']) {
    for (const name of readdirSync(folder).filter((each) => each.startsWith(HOST_PREFIX))) {
      const path = join(folder, name);
      if (lstatSync(path, { throwIfNoEntry: false })?.uid === uid) rmSync(path, { force: true });
    }
  }
}
