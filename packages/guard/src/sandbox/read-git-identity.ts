import { execFile } from 'node:child_process';

const LIMIT_MS = 2000;

/** Who the person is to Git, from their own configuration, which a confined command does not see. Empty where it is not known. */
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

/** Each setting ends with a zero, and its name with the end of the line. */
function toSettings(output: string): readonly (readonly [string, string])[] {
  return output.split('\0').flatMap((setting): (readonly [string, string])[] => {
    const at = setting.indexOf('\n');
    return at < 0 ? [] : [[setting.slice(0, at), setting.slice(at + 1)]];
  });
}
