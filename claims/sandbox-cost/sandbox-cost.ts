import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { CommandNetworks, type NetworkAccess } from '@bowline/workspace';
import type { Claim } from '../claim.ts';
import { findSandboxLeftovers } from './find-sandbox-leftovers.ts';
import { openSandboxProject, type SandboxProject } from './open-sandbox-project.ts';
import { quantile } from '../shared/quantile.ts';
import { rotate } from '../shared/rotate.ts';

const LIMIT_MS = { observe: 15, work: 25, network: 5 } as const;
/** The slack of the quick form, which shares its cores with other processes. */
const QUICK_SHARE = 1.25;
/** The time of a bare start on an idle machine. If it takes longer, the quick form allows proportionally more. */
const IDLE_BARE_MS = 4;

/** Enough time for the next network to be prepared. */
const RESTOCKED_MS = 500;

const variants = ['bare', 'observe', 'work', 'network'] as const;
type Variant = (typeof variants)[number];

/** Measures what confining a command costs, and what it leaves behind. */
export const sandboxCost: Claim = {
  id: 'sandbox-cost',
  sentence: `The test repository has a worktree in it, settings of editors and agents, and a hidden file. Starting \`true\` in the sandbox, from planning to the removal of the placeholders for missing files, takes at most ${LIMIT_MS.observe} ms (*observe*) and ${LIMIT_MS.work} ms (*work*) longer than starting it without a sandbox, at the median. With a network that reaches one host, it takes at most ${LIMIT_MS.network} ms longer than in *work* without a network. After 1,000 commands of a supervisor that is killed with SIGKILL four times while commands run, no mount, no process, no file in the workspace, no journal entry and no file that only a start needs is left. The quick form runs 60 commands with one kill and allows a quarter more, and proportionally more where a bare start takes longer than ${IDLE_BARE_MS} ms.`,
  async run({ isQuick, say }) {
    const project = openSandboxProject();
    try {
      const times = await measure(project, isQuick ? 15 : 60);
      const ms = (variant: Variant, share = 0.5): number => quantile(times[variant], share);
      const over = (variant: Variant, share?: number): number =>
        Math.round((ms(variant, share) - ms('bare', share)) * 10) / 10;
      const overWork = Math.round((ms('network') - ms('work')) * 10) / 10;
      say(`over a bare start: observe ${over('observe')} ms, work ${over('work')} ms, a network ${overWork} ms more`);
      const left = await findSandboxLeftovers(
        project,
        isQuick ? { commands: 60, kills: 1 } : { commands: 1000, kills: 4 },
      );
      for (const each of left.found) say(`left: ${each}`);
      const allowed = (variant: keyof typeof LIMIT_MS): number =>
        LIMIT_MS[variant] * (isQuick ? QUICK_SHARE * Math.max(1, ms('bare') / IDLE_BARE_MS) : 1);
      const isCheap =
        over('observe') <= allowed('observe') && over('work') <= allowed('work') && overWork <= allowed('network');
      return {
        holds: isCheap && left.found.length === 0 && left.ran === left.commands && left.controlsSeen === left.controls,
        figures: {
          ...{ observeOverMs: over('observe'), workOverMs: over('work'), networkOverWorkMs: overWork },
          bareMs: Math.round(ms('bare') * 10) / 10,
          ...{ observeLeastOverMs: over('observe', 0), workLeastOverMs: over('work', 0) },
          ...{ loadAverage: Math.round(loadavg()[0] ?? 0), isRealTime: isRealTime() },
          ...{ commands: left.commands, kills: left.kills, ran: left.ran, left: left.found.length },
          ...{ controls: left.controls, controlsSeen: left.controlsSeen },
        },
        against:
          '`true` without a sandbox in the same rounds, in rotating order; for leftovers, a planted mount, process, file and journal entry that must be detected',
      };
    } finally {
      project.close();
    }
  },
};

/** Whether this process has a real-time scheduling policy, as with `chrt -f`; then other load hardly matters. */
function isRealTime(): boolean {
  const stat = readFileSync('/proc/self/stat', 'latin1');
  const policy = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[38];
  return policy === '1' || policy === '2';
}

async function measure(project: SandboxProject, rounds: number): Promise<Record<Variant, number[]>> {
  const times: Record<Variant, number[]> = { bare: [], observe: [], work: [], network: [] };
  const { execPath, pid } = process;
  const networks = new CommandNetworks({ bubblewrap: project.bubblewrap, execPath, pid });
  const runs: Readonly<Record<Variant, () => Promise<void>>> = {
    bare: () => runBare(project),
    observe: () => runConfined(project, 'observe'),
    work: () => runConfined(project, 'work'),
    network: () => runConfined(project, 'work', networks),
  };
  networks.prepare();
  for (let round = -2; round < rounds; round += 1) {
    for (const variant of rotate(variants, round)) {
      if (variant === 'network') await pause(RESTOCKED_MS);
      const started = performance.now();
      await runs[variant]();
      if (round >= 0) times[variant].push(performance.now() - started); // the first rounds warm up
    }
  }
  networks.close();
  return times;
}

const environmentOf = ({ home }: SandboxProject): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: home,
});

async function runBare(project: SandboxProject): Promise<void> {
  const { workspace: cwd } = project;
  await hasEnded(spawn('true', { cwd, env: environmentOf(project), stdio: ['ignore', 'pipe', 'pipe'] }));
}

const ACCESS: NetworkAccess = { hosts: ['example.com'], privateHosts: [], ports: [] };

async function runConfined(
  project: SandboxProject,
  profile: 'observe' | 'work',
  networks?: CommandNetworks,
): Promise<void> {
  const { workspace: cwd } = project;
  const network = await networks?.open(ACCESS);
  if (network !== undefined && 'problem' in network) throw new Error(network.problem);
  const command = { words: ['true'], cwd, env: environmentOf(project), hasTerminal: false, network: network?.place };
  const confinement = { ...project.confinement(profile), ...(network === undefined ? {} : { network: ACCESS }) };
  const confined = project.sandbox.confine(confinement, command);
  if ('problem' in confined) throw new Error(confined.problem);
  const child = spawn(confined.file, confined.args, {
    ...{ cwd, env: confined.env },
    stdio: ['ignore', 'pipe', 'pipe', ...confined.descriptors],
  });
  confined.started();
  await hasEnded(child);
  confined.ended();
  network?.close();
}

async function hasEnded(child: ChildProcess): Promise<void> {
  let errors = '';
  child.stderr?.on('data', (piece: Buffer) => (errors += piece.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`ended with ${String(code)}: ${errors}`);
}
