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
export { readFile } from './files/read-file.ts';
export { replace } from './files/replace.ts';
export { listFiles } from './local-host/list-files.ts';
export type { SupervisorSandbox } from './shell/supervisor-messages.ts';
export { openLocalHost, type HostSandbox, type LocalHost, type LocalHostParts } from './local-host/open-local-host.ts';
export { runShellCommand } from './shell/run-shell-command.ts';
export type { CommandLimits } from './shell/supervised-commands.ts';
export { JsonLines, toJsonLine } from './shell/json-lines.ts';
export { createSocketPath } from './shell/supervisor-address.ts';
export { expandPrompt, type ExpandedPrompt } from './prompt/expand-prompt.ts';
export type { LocalWebParts } from './web/create-local-web.ts';
export { fetchedUrls, webFetch } from './web/web-fetch.ts';
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
