import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLocalWorkspace, type LocalWorkspaceParts, type Workspace } from '@bowline/workspace';
import { readFile, replace, type Tool } from '@bowline/tools';
import type { EditCase } from './edit-cases/edit-case.ts';
import type { EditResult } from './judge-edit.ts';

/** Opens the workspace of a case. */
type OpenWorkspace = (
  parts: LocalWorkspaceParts,
) => Promise<Workspace & { readonly close: () => void }> | (Workspace & { readonly close: () => void });

/** Runs a case with our own tools: reads the file, then edits it. */
export async function runEdit(
  { file, before, call }: EditCase,
  open: OpenWorkspace = openLocalWorkspace,
): Promise<EditResult> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bowline-edit-')));
  try {
    const path = join(folder, file);
    const process = { supervisorEntry: '', execPath: '', execArgv: [], env: {} };
    const workspace = await open({
      root: folder,
      directories: [],
      stateFolder: join(folder, '.state'),
      ...process,
    });
    if (before !== undefined) writeFileSync(path, before);
    await callTool(workspace, readFile, { file_path: file });
    const errorType = await callTool(workspace, replace, { file_path: file, instruction: 'as the case says', ...call });
    workspace.close();
    return { errorType, after: existsSync(path) ? readFileSync(path) : undefined };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function callTool(workspace: Workspace, tool: Tool, input: object): Promise<string | undefined> {
  const parsed = tool.parse(input);
  if (!parsed.ok) return parsed.text;
  const { signal } = new AbortController();
  const outcome = await parsed.call.run({ workspace, signal, key: 'edit', update: () => {} });
  return outcome.ok ? undefined : outcome.errorType;
}
