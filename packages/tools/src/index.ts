export { APPLY_CHANGES } from './aside/apply-changes.ts';
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
export { runShellCommand } from './shell/run-shell-command.ts';
export { expandPrompt, type ExpandedPrompt } from './prompt/expand-prompt.ts';
export { fetchedUrls, webFetch } from './web/web-fetch.ts';
