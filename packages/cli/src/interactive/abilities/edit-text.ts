import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentError } from '@bowline/protocol/plain';
import { screenTexts } from '../../texts/screen-texts.ts';

/** The sources for the choice of an editor. */
export interface EditorChoice {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The setting general.preferredEditor. */
  readonly preferred?: string | undefined;
}

/** The commands of editors by their names in settings; editors with a window need a flag to wait. */
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

/** The command of the editor: from the settings, `$VISUAL`, `$EDITOR`, or vi. */
export function toEditor({ env, preferred = '' }: EditorChoice): string {
  const wished = [preferred, env['VISUAL'] ?? '', env['EDITOR'] ?? ''].find((command) => command.trim() !== '') ?? 'vi';
  return named[wished] ?? wished;
}

/** Edits a text in the editor; null if it is unchanged. The TUI must release the terminal first. */
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

/** Shows a text in the pager: `$PAGER` or less. The TUI must release the terminal first. */
export async function pageText(text: string, env: EditorChoice['env']): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bowline-page-'));
  try {
    const file = join(folder, 'text');
    await writeFile(file, text, { mode: 0o600 });
    const wished = env['PAGER']?.trim() ?? '';
    await open(wished === '' ? 'less' : wished, file, env);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function open(editor: string, file: string, env: EditorChoice['env']): Promise<void> {
  // Through a shell, as in Git, because the command may have flags.
  const child = spawn('/bin/sh', ['-c', `${editor} "$@"`, editor, file], { env, stdio: 'inherit' });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code === 0) return;
  const { message, hint } = screenTexts.editorFailed(editor, code);
  throw new AgentError('INTERNAL', message, { hint });
}
