export { builtInTools, builtInToolsFor } from './built-in-tools.ts';
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
export { readManyFiles } from './files/read-many-files.ts';
export { replace } from './files/replace.ts';
export { writeFile } from './files/write-file.ts';
export { openLocalHost, type LocalHost, type LocalHostParts } from './local-host/open-local-host.ts';
export { backgroundProcess } from './shell/background-process.ts';
export { runShellCommand } from './shell/run-shell-command.ts';
export type { CommandLimits } from './shell/supervised-commands.ts';
export { writeToProcess } from './shell/write-to-process.ts';
export { expandPrompt, type ExpandedPrompt } from './prompt/expand-prompt.ts';
export { saveMemory } from './talk/save-memory.ts';
export { writeTodos } from './talk/write-todos.ts';
export { createLocalWeb, type LocalWebParts } from './web/create-local-web.ts';
export { googleWebSearch } from './web/google-web-search.ts';
export { webFetch } from './web/web-fetch.ts';
export type {
  BackgroundCommand,
  CommandEnd,
  CommandStart,
  FileInfo,
  HostCommand,
  HostCommands,
  HostFiles,
  HostMemory,
  HostSearch,
  HostWeb,
  SearchMatch,
  SeenFiles,
  TextFound,
  ToolHost,
  WebAnswer,
  WebFinding,
  WebPage,
} from './tool-host.ts';
