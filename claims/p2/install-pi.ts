import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A peer that is ready to run. */
export interface Peer {
  readonly version: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const PACKAGE = '@earendil-works/pi-coding-agent@1.5.0';

/** Downloads pi, whose package is one bundle without dependencies, and points it at the scripted model. */
export function installPi(folder: string, url: string): Peer {
  const home = join(folder, 'pi');
  mkdirSync(home);
  const pack = spawnSync('npm', ['pack', PACKAGE, '--silent', '--ignore-scripts'], { cwd: home, encoding: 'utf8' });
  const tarball = readdirSync(home).find((name) => name.endsWith('.tgz'));
  if (pack.status !== 0 || tarball === undefined) throw new Error(`npm pack ${PACKAGE} failed: ${pack.stderr}`);
  const unpack = spawnSync('tar', ['xzf', tarball], { cwd: home, encoding: 'utf8' });
  if (unpack.status !== 0) throw new Error(`${tarball} could not be unpacked: ${unpack.stderr}`);
  const provider = {
    baseUrl: `${url}/v1beta`,
    api: 'google-generative-ai',
    apiKey: 'x',
    models: [{ id: 'gemini-2.5-pro' }],
  };
  writeFileSync(join(home, 'models.json'), JSON.stringify({ providers: { scripted: provider } }));
  const cli = join(home, 'package/dist/bundle/cli.js');
  return {
    version: PACKAGE,
    args: [cli, '--offline', '--provider', 'scripted', '--model', 'gemini-2.5-pro', '-p', 'hi'],
    env: { PI_OFFLINE: '1', PI_TELEMETRY: '0', PI_CODING_AGENT_DIR: home },
  };
}
