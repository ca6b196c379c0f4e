// The second door of this package: what a tool is made with, without the tools that there are.
export { defineTool, fail, succeed, type Tool, type ToolOutcome, type ToolScope } from './define-tool.ts';
