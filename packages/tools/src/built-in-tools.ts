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

/** What every agent can do, in the order in which a model is told. */
export const builtInTools: readonly Tool[] = [
  listDirectory,
  readFile,
  glob,
  grepSearch,
  replace,
  writeFile,
  runShellCommand,
  enterPlanMode,
  exitPlanMode,
  backgroundProcess,
  writeToProcess,
];
