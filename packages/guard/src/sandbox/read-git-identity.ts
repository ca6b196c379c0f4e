import { execFile } from 'node:child_process';

const LIMIT_MS = 2000;

/**
 * The user's Git name and email, from their own configuration, which a confined command does not see. Empty if unknown.
 */
export function readGitIdentity(
  environment: Readonly<Record<string, string>>,
): Promise<readonly (readonly [string, string])[]> {
  return new Promise((resolve) => {
    const args = ['config', '--global', '--null', '--get-regexp', String.raw`^user\.(name|email)$`];
    execFile('git', args, { cwd: '/', env: environment, timeout: LIMIT_MS, encoding: 'utf8' }, (error, output) => {
      resolve(error === null ? toSettings(output) : []);
    });
  });
}

/** Each setting ends with a NUL character, and its name with a line break. */
function toSettings(output: string): readonly (readonly [string, string])[] {
  return output.split('\0').flatMap((setting): (readonly [string, string])[] => {
    const at = setting.indexOf('\n');
    return at < 0 ? [] : [[setting.slice(0, at), setting.slice(at + 1)]];
  });
}
