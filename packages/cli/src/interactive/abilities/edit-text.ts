import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentError } from '@bowline/protocol/plain';

/** What decides which editor is opened. */
export interface EditorChoice {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** As settings name it. */
  readonly preferred?: string | undefined;
}

/** Editors by the names that settings have for them; those with a window have to be waited for. */
const named: Readonly<Record<string, string>> = {
  vscode: 'code --wait',
  vscodium: 'codium --wait',
  cursor: 'cursor --wait',
  windsurf: 'windsurf --wait',
  zed: 'zed --wait',
  antigravity: 'agy --wait',
  sublime: 'subl --wait',
  neovim: 'nvim',
  emacs: 'emacs -nw',
  helix: 'hx',
};

/** The command that opens an editor: the settings', `$VISUAL`, `$EDITOR`, or vi. */
export function toEditor({ env, preferred = '' }: EditorChoice): string {
  const wished = [preferred, env['VISUAL'] ?? '', env['EDITOR'] ?? ''].find((command) => command.trim() !== '') ?? 'vi';
  return named[wished] ?? wished;
}

/**
 * The text after the person edited it; null when it is as it was. The editor has the terminal to itself: whoever draws
 * on it has let go of it before this is called.
 */
export async function editText(
  { text, extension }: { readonly text: string; readonly extension: string },
  choice: EditorChoice,
): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'bowline-edit-'));
  try {
    const file = join(folder, `message.${extension.replace(/^\./, '')}`);
    await writeFile(file, text, { mode: 0o600 });
    await open(toEditor(choice), file, choice.env);
    const edited = (await readFile(file, 'utf8')).replace(/\n$/, '');
    return edited === text.replace(/\n$/, '') ? null : edited;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function open(editor: string, file: string, env: EditorChoice['env']): Promise<void> {
  // By the shell, as git does it: an editor may come with flags.
  const child = spawn('/bin/sh', ['-c', `${editor} "$@"`, editor, file], { env, stdio: 'inherit' });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code === 0) return;
  throw new AgentError('INTERNAL', `${editor} ended with ${code === null ? 'a signal' : `exit code ${code}`}`, {
    hint: 'set VISUAL, EDITOR or general.preferredEditor to another editor',
  });
}
