import type { Tool } from './define-tool.ts';
import { glob } from './files/glob.ts';
import { grepSearch } from './files/grep-search.ts';
import { listDirectory } from './files/list-directory.ts';
import { readFile } from './files/read-file.ts';
import { replace } from './files/replace.ts';
import { writeFile } from './files/write-file.ts';
import { enterPlanMode } from './plan/enter-plan-mode.ts';
import { exitPlanMode } from './plan/exit-plan-mode.ts';
import { backgroundProcess } from './shell/background-process.ts';
import { runShellCommand } from './shell/run-shell-command.ts';
import { writeToProcess } from './shell/write-to-process.ts';
import { askUser } from './talk/ask-user.ts';
import { saveMemory } from './talk/save-memory.ts';
import { writeTodos } from './talk/write-todos.ts';
import type { ToolHost } from './tool-host.ts';
import { googleWebSearch } from './web/google-web-search.ts';
import { webFetch } from './web/web-fetch.ts';

/** What every agent can do, in the order in which a model is told. */
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
];

/** What a tool needs of its host; the others need what every host has. */
const NEEDS: ReadonlyMap<Tool, (host: ToolHost) => boolean> = new Map([
  [webFetch, (host: ToolHost) => host.web !== undefined],
  [googleWebSearch, (host: ToolHost) => host.webSearch !== undefined],
  [saveMemory, (host: ToolHost) => host.memory !== undefined],
]);

/** The built-in tools that can do their work on this host. */
export function builtInToolsFor(host: ToolHost): readonly Tool[] {
  return builtInTools.filter((tool) => NEEDS.get(tool)?.(host) ?? true);
}
