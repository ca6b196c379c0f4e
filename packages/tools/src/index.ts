export { builtInTools } from './built-in-tools.ts';
export {
  defineTool,
  fail,
  succeed,
  type ParsedCall,
  type Tool,
  type ToolDefinition,
  type ToolOutcome,
  type ToolScope,
} from './define-tool.ts';
export { glob } from './files/glob.ts';
export { grepSearch } from './files/grep-search.ts';
export { listDirectory } from './files/list-directory.ts';
export { readFile } from './files/read-file.ts';
export { replace } from './files/replace.ts';
export { writeFile } from './files/write-file.ts';
export { openLocalHost, type LocalHost, type LocalHostParts } from './local-host/open-local-host.ts';
export { backgroundProcess } from './shell/background-process.ts';
export { runShellCommand } from './shell/run-shell-command.ts';
export type { CommandLimits } from './shell/supervised-commands.ts';
export { writeToProcess } from './shell/write-to-process.ts';
export type {
  BackgroundCommand,
  CommandEnd,
  CommandStart,
  FileInfo,
  HostCommand,
  HostCommands,
  HostFiles,
  HostSearch,
  SearchMatch,
  SeenFiles,
  ToolHost,
} from './tool-host.ts';
