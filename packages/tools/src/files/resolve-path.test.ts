import { toText } from '@bowline/protocol';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openTestWorkspace } from '../../../../tests/kit/open-test-workspace.ts';
import type { Tool } from '../define-tool.ts';
import { runShellCommand } from '../shell/run-shell-command.ts';
import { grepSearch } from './grep-search.ts';
import { listDirectory } from './list-directory.ts';
import { readFile } from './read-file.ts';

test.each<[Tool, object]>([
  [runShellCommand, { command: 'true' }],
  [listDirectory, { dir_path: '.' }],
  [grepSearch, { pattern: 'x' }],
  [readFile, { file_path: 'a.txt' }],
])('a tool says that the folder of the project was deleted: $name', async (tool, input) => {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), 'bowline-')));
  onTestFinished(() => {
    rmSync(parent, { recursive: true });
  });
  const root = join(parent, 'project');
  mkdirSync(root);
  const process = { supervisorEntry: '', execPath: '', execArgv: [], env: {} };
  const workspace = await openTestWorkspace({ root, directories: [], stateFolder: join(parent, 'state'), ...process });
  rmSync(root, { recursive: true });
  const parsed = tool.parse(input);
  if (!parsed.ok) throw new Error(parsed.text);
  const scope = { workspace, signal: new AbortController().signal, key: 'k', update: () => {} };
  const outcome = await parsed.call.run(scope);
  expect(outcome).toMatchObject({ ok: false, errorType: 'workspace_missing' });
  expect(toText(outcome.content)).toContain(`The project folder ${root} was deleted or moved.`);
});
