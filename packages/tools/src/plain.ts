// The second entry point of this package: what is needed to define a tool, without the built-in tools.
export { defineTool, fail, succeed, type Tool, type ToolOutcome, type ToolScope } from './define-tool.ts';
