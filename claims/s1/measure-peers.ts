import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { BatteryResult, PeerSandbox } from './battery-plan.ts';
import { NO_ANSWER } from './play-target.ts';

const PACKAGES = ['@anthropic-ai/sandbox-runtime@0.0.83', '@openai/codex@0.166.0'];
const KINDS: readonly PeerSandbox['kind'][] = ['srt', 'codex'];

/** Runs the battery in the sandbox of another product. */
export type PlayPeer = (peer: PeerSandbox) => Promise<BatteryResult>;

/**
 * Counts which of the attacks that work without a sandbox are open in Anthropic's sandbox runtime and in Codex. Both
 * are downloaded for this run and removed afterwards. If one cannot be measured, the reason is the figure.
 */
export async function measurePeers(
  play: PlayPeer,
  player: string,
  say: (line: string) => void,
): Promise<Record<string, number | string>> {
  const prefix = mkdtempSync(join(process.getuid?.() === 0 ? '/home' : homedir(), 'bowline-peers-'));
  try {
    const problem = install(prefix);
    if (problem !== undefined) return { [`peers_${player}`]: problem };
    const figures: Record<string, number | string> = {};
    for (const kind of KINDS) {
      const result = await play({ kind, prefix }).catch((thrown: unknown) => String(thrown));
      if (typeof result === 'string') figures[`${kind}_${player}`] = result;
      else {
        for (const target of ['observe', 'work'] as const)
          say(`${player}, ${kind}, ${target}: open: ${namesOf(result.verdicts[target], true).join(' ')}`);
        Object.assign(figures, toFigures(kind, player, result));
      }
    }
    return figures;
  } finally {
    rmSync(prefix, { recursive: true, force: true });
  }
}

function install(prefix: string): string | undefined {
  chmodSync(prefix, 0o755);
  if (spawnSync('socat', ['-V']).status !== 0) return 'not measured: the runtime needs socat, which is not installed';
  const args = ['install', '--no-save', '--no-fund', '--no-audit', '--ignore-scripts', '--prefix', prefix, ...PACKAGES];
  const { status, stderr } = spawnSync('npm', args, { encoding: 'utf8' });
  return status === 0 ? undefined : `not measured: npm install failed: ${stderr.slice(0, 300)}`;
}

const isControl = (name: string): boolean => name.startsWith('control.');

/** The names of the attacks that worked, or of those that did not. */
function namesOf(verdicts: BatteryResult['verdicts']['work'], isOpen: boolean): string[] {
  const attacks = Object.entries(verdicts).filter(([name]) => !isControl(name));
  return attacks.filter(([, verdict]) => verdict.isOpen === isOpen).map(([name]) => name);
}

function toFigures(kind: string, player: string, { verdicts }: BatteryResult): Record<string, number> {
  return Object.fromEntries(
    (['observe', 'work'] as const).flatMap((target) => {
      const [open, closed] = [namesOf(verdicts[target], true), namesOf(verdicts[target], false)];
      const failed = Object.entries(verdicts[target]).filter(([name, { isOpen }]) => isControl(name) && !isOpen);
      const count = {
        open: open.length,
        probes: open.length + closed.length,
        silent: closed.filter((name) => verdicts[target][name]?.text === NO_ANSWER).length,
        controlsFailed: failed.length,
      };
      return Object.entries(count).map(([name, value]) => [`${kind}_${target}_${player}_${name}`, value]);
    }),
  );
}
