import {
  createLinuxSandbox,
  detectBubblewrap,
  Placeholders,
  type Bubblewrap,
  type Confinement,
  type SandboxLimits,
} from '@bowline/workspace';
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import type { CanaryHost } from '../shell-lines/open-canary-host.ts';
import type { EffectKind } from '../shell-lines/line-plan.ts';
import type { Launch } from './run-lines.ts';

/** Small limits, so that exhausting them harms nothing. */
const LIMITS: SandboxLimits = { temporaryBytes: 16 * 1024 ** 2, fileBytes: 64 * 1024 ** 2, processes: 256 };
const HIDDEN = ['.env'];

/** A deliberate hole in a sandbox. */
export interface Hole {
  readonly name: string;
  readonly shows: readonly EffectKind[];
  readonly change: (confinement: Confinement, host: CanaryHost) => Confinement;
  /** An argument of bubblewrap to omit. */
  readonly without?: string;
}

const keep = (confinement: Confinement): Confinement => confinement;
const outsideOf = ({ scratch }: CanaryHost): string[] => [join(scratch.root, 'outside'), join(scratch.home, '.ssh')];

/** Sandboxes with one hole each. */
export const HOLES: readonly Hole[] = [
  { name: 'workspace writable', shows: ['file'], change: (each) => ({ ...each, profile: 'work' }) },
  { name: 'nothing hidden', shows: ['secret'], change: (each) => ({ ...each, hidden: [] }) },
  {
    name: 'other folders shown',
    shows: ['secret'],
    change: (each, host) => ({ ...each, readable: [...each.readable, ...outsideOf(host)] }),
  },
  { name: 'network shared', shows: ['connection'], change: keep, without: '--unshare-net' },
  { name: 'unix sockets', shows: ['connection'], change: (each) => ({ ...each, unixSockets: true }) },
];

/** All holes at once, with other folders writable. */
export const EVERY_HOLE: Hole = {
  name: 'every hole',
  shows: ['file', 'secret', 'connection'],
  change: (each, host) => ({ ...each, profile: 'work', hidden: [], writable: outsideOf(host), unixSockets: true }),
  without: '--unshare-net',
};

/** Runs programs without a sandbox. */
export function createBareLaunch(host: CanaryHost): Launch {
  return (words, cwd) => {
    const [file = '', ...args] = words;
    const child = spawn(file, args, { cwd, env: toEnvironment(host), stdio: ['ignore', 'pipe', 'pipe'] });
    return { child, ended: () => undefined };
  };
}

/** Runs programs in *observe*, or in a variant of it with a hole. */
export function createConfinedLaunch(host: CanaryHost, hole?: Hole): Launch {
  const { arch: architecture, pid } = process;
  if (architecture !== 'x64' && architecture !== 'arm64') throw new Error(`no filter for ${architecture}`);
  const detected = detectBubblewrap({ architecture, release: release(), uid: process.getuid?.() ?? 0 });
  if (!detected.ok) throw new Error(detected.problem);
  const state = `${host.scratch.root}.state`;
  const [journal, scratch] = [join(state, 'journal'), join(state, 'scratch')];
  for (const folder of [journal, scratch]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const bubblewrap = hole?.without === undefined ? detected.found : leaveOut(hole.without, detected.found, state);
  const sandbox = createLinuxSandbox({
    ...{ bubblewrap, architecture, scratch },
    placeholders: new Placeholders(journal, pid),
  });
  return (words, cwd, readable) => {
    const observe: Confinement = {
      ...{ profile: 'observe', folders: [cwd], home: host.scratch.home, readable, writable: [], hidden: HIDDEN },
      ...{ unixSockets: false, limits: LIMITS },
    };
    const confined = sandbox.confine(hole?.change(observe, host) ?? observe, {
      ...{ words, cwd, env: toEnvironment(host), hasTerminal: false },
    });
    if ('problem' in confined) throw new Error(confined.problem);
    const stdio = ['ignore', 'pipe', 'pipe', ...confined.descriptors] as const;
    const child = spawn(confined.file, confined.args, { cwd, env: confined.env, stdio: [...stdio] });
    confined.started();
    return { child, ended: confined.ended };
  };
}

function toEnvironment({ scratch, mark }: CanaryHost): Record<string, string> {
  const [name = '', value = ''] = mark.split('=');
  const own = Object.entries(scratch.env).flatMap(([key, text]) => (text === undefined ? [] : [[key, text] as const]));
  return {
    ...Object.fromEntries(own),
    ...{ [name]: value, npm_config_offline: 'true', npm_config_update_notifier: 'false' },
  };
}

/** Creates a bubblewrap that ignores one of its arguments. */
function leaveOut(argument: string, found: Bubblewrap, folder: string): Bubblewrap {
  const path = join(folder, 'bwrap');
  const script = [
    '#!/bin/bash',
    `exec 200< <(tr '\\0' '\\n' <&"$2" | grep -vx -- ${argument} | tr '\\n' '\\0')`,
    `exec ${found.path} --args 200 "\${@:3}"`,
  ];
  writeFileSync(path, `${script.join('\n')}\n`);
  chmodSync(path, 0o755);
  return { ...found, path };
}
