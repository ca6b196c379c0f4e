import { spawn } from 'node:child_process';

/** What copying needs. */
export interface CopyPlaces {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Writes to the terminal, which may put it on the clipboard, also over SSH. */
  readonly write: (sequence: string) => void;
}

/** The most that terminals accept. */
const MAX_SEQUENCE = 100_000;

/** Copies through the terminal, and with a desktop program if there is one. */
export async function copyText(text: string, { platform, env, write }: CopyPlaces): Promise<void> {
  const encoded = Buffer.from(text).toString('base64');
  if (encoded.length <= MAX_SEQUENCE) write(`\u001B]52;c;${encoded}\u0007`);
  const [program, ...args] = copyProgram(platform, env);
  if (program !== undefined) await pipe(text, { program, args, env });
}

/** Over SSH, the desktop is on another machine. */
export function copyProgram(platform: string, env: CopyPlaces['env']): readonly string[] {
  if (env['SSH_CONNECTION'] !== undefined) return [];
  if (platform === 'darwin') return ['pbcopy'];
  if (env['WSL_DISTRO_NAME'] !== undefined) return ['clip.exe'];
  if (env['WAYLAND_DISPLAY'] !== undefined) return ['wl-copy'];
  return env['DISPLAY'] === undefined ? [] : ['xclip', '-selection', 'clipboard'];
}

async function pipe(
  text: string,
  {
    program,
    args,
    env,
  }: { readonly program: string; readonly args: readonly string[]; readonly env: CopyPlaces['env'] },
): Promise<void> {
  await new Promise<void>((resolve) => {
    // The program keeps running to serve the clipboard, so wait only until it has read the text.
    const child = spawn(program, [...args], { env, stdio: ['pipe', 'ignore', 'ignore'], detached: true });
    child.on('error', () => {
      resolve();
    });
    child.stdin.on('error', () => {
      resolve();
    });
    child.stdin.end(text, resolve);
    child.unref();
  });
}
