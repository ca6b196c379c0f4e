import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HIDDEN, type AgentOrder, type PeerSandbox } from './battery-plan.ts';

/** A command for another product's sandbox. */
export interface PeerCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

type Command = AgentOrder['commands'][number];

/**
 * Uses the closest documented equivalent of *observe* and *work*: the workspace read-only or writable, the home folder
 * and hidden files not readable, no network. Both products get the same environment, input and descriptors as Bowline.
 */
export function toPeerCommand(peer: PeerSandbox, command: Command, order: AgentOrder): PeerCommand {
  return peer.kind === 'srt' ? toSandboxRuntime(peer, command, order) : toCodex(peer, command, order);
}

/** Anthropic's runtime denies reads by a list, and allows exceptions below it. */
function toSandboxRuntime({ prefix }: PeerSandbox, { workspace, words }: Command, order: AgentOrder): PeerCommand {
  const { home, target, stateFolder, env } = order;
  const settings = {
    network: { allowedDomains: [], deniedDomains: [] },
    filesystem: {
      denyRead: [home, ...HIDDEN.map((name) => join(workspace, name))],
      allowRead: [workspace],
      allowWrite: target === 'work' ? [workspace] : [],
      denyWrite: [],
    },
  };
  mkdirSync(stateFolder, { recursive: true, mode: 0o700 });
  const file = join(stateFolder, 'srt.json');
  writeFileSync(file, JSON.stringify(settings));
  const cli = join(prefix, 'node_modules/@anthropic-ai/sandbox-runtime/dist/cli.js');
  return { file: process.execPath, args: [cli, '--settings', file, '-c', words.map(quote).join(' ')], env };
}

/** Codex has permission profiles: the minimum of the system, and the workspace. */
function toCodex({ prefix }: PeerSandbox, { words }: Command, order: AgentOrder): PeerCommand {
  const { target, stateFolder, env, readable } = order;
  const folder = join(stateFolder, 'codex');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const programs = (env['PATH'] ?? '').split(':').filter((each) => each.startsWith('/') && !each.startsWith('/usr'));
  const shown = [...new Set([prefix, ...readable, ...programs])].map((path) => `${JSON.stringify(path)} = "read"`);
  const hidden = HIDDEN.map((name) => `${JSON.stringify(name)} = "none"`);
  const roots = [`"." = "${target === 'work' ? 'write' : 'read'}"`, ...hidden].join(', ');
  const lines = [
    '[permissions.battery.filesystem]',
    '":minimal" = "read"',
    ...shown,
    `":project_roots" = { ${roots} }`,
  ];
  writeFileSync(join(folder, 'config.toml'), `default_permissions = "battery"\n${lines.join('\n')}\n`);
  const cli = join(prefix, 'node_modules/@openai/codex/bin/codex.js');
  return {
    file: process.execPath,
    args: [cli, 'sandbox', '-P', 'battery', '--', ...words],
    env: { ...env, CODEX_HOME: folder },
  };
}

function quote(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
