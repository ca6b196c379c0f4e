import type { RanInCopy, ToolScope } from '../define-tool.ts';
import { resolveFolder, toShown } from '../files/resolve-path.ts';
import { describeEnd } from './describe-end.ts';

/** What a command is run with. */
interface CopiedCommand {
  readonly command: string;
  readonly dir_path?: string | undefined;
  readonly is_background?: boolean | undefined;
  readonly tty?: boolean | undefined;
  readonly timeout_ms?: number | undefined;
}

/** Runs a command in a copy of the workspace, in the sandbox and without network. */
export async function runCommandInCopy(
  { command, dir_path = '.', is_background: isBackground, tty, timeout_ms: asked }: CopiedCommand,
  { workspace, signal, maxMs }: ToolScope,
): Promise<RanInCopy | { readonly problem: string }> {
  if (workspace.previews === undefined) return { problem: 'commands cannot be previewed here' };
  if (isBackground === true) return { problem: 'a background command cannot be previewed' };
  if (tty === true) return { problem: 'a command with a terminal cannot be previewed' };
  const resolved = await resolveFolder(workspace, dir_path);
  if (!resolved.ok) return { problem: `there is no folder ${dir_path}` };
  const cwd = resolved.path;
  const limits = [asked, maxMs].filter((limit) => limit !== undefined);
  const timeoutMs = limits.length === 0 ? undefined : Math.min(...limits);
  const ran = await workspace.previews.run({ command, cwd, timeoutMs }, signal);
  if (!ran.ok) return ran;
  const shownCwd = toShown(workspace, cwd);
  const outcome = describeEnd(ran.preview.end, { cwd, shownCwd: shownCwd === '.' ? undefined : shownCwd });
  return { outcome, preview: ran.preview };
}
