import type { Tool } from './define-tool.ts';
import { glob } from './files/glob.ts';
import { grepSearch } from './files/grep-search.ts';
import { listDirectory } from './files/list-directory.ts';
import { readFile } from './files/read-file.ts';
import { replace } from './files/replace.ts';
import { writeFile } from './files/write-file.ts';
import { applyChanges } from './aside/apply-changes.ts';
import { enterPlanMode } from './plan/enter-plan-mode.ts';
import { exitPlanMode } from './plan/exit-plan-mode.ts';
import { backgroundProcess } from './shell/background-process.ts';
import { runShellCommand } from './shell/run-shell-command.ts';
import { writeToProcess } from './shell/write-to-process.ts';
import { askUser } from './talk/ask-user.ts';
import { saveMemory } from './talk/save-memory.ts';
import { writeTodos } from './talk/write-todos.ts';
import type { Workspace } from '@bowline/workspace';
import { googleWebSearch } from './web/google-web-search.ts';
import { webFetch } from './web/web-fetch.ts';

/** The built-in tools, in the order in which they are declared to the model. */
export const builtInTools: readonly Tool[] = [
  listDirectory,
  readFile,
  glob,
  grepSearch,
  replace,
  writeFile,
  runShellCommand,
  backgroundProcess,
  writeToProcess,
  webFetch,
  googleWebSearch,
  writeTodos,
  askUser,
  saveMemory,
  enterPlanMode,
  exitPlanMode,
  applyChanges,
];

/** What a tool requires of its workspace. Tools that are not listed work in every workspace. */
const NEEDS: ReadonlyMap<Tool, (workspace: Workspace) => boolean> = new Map([
  [webFetch, (workspace: Workspace) => workspace.web !== undefined],
  [googleWebSearch, (workspace: Workspace) => workspace.webSearch !== undefined],
  [saveMemory, (workspace: Workspace) => workspace.memory !== undefined],
]);

/** The built-in tools that work in this workspace. */
export function builtInToolsFor(workspace: Workspace): readonly Tool[] {
  return builtInTools.filter((tool) => NEEDS.get(tool)?.(workspace) ?? true);
}
