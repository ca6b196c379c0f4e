import { unreachable } from '@bowline/protocol';
import { knownTools } from './tool-names.ts';

/** Which tools a rule speaks of. */
export type ToolPattern =
  | { readonly kind: 'any' }
  | { readonly kind: 'exact'; readonly name: string }
  | { readonly kind: 'mcp'; readonly server: string; readonly tool: string }
  | { readonly kind: 'glob'; readonly glob: string };

/** Who a tool is. */
export interface ToolIdentity {
  /** As called, with its other names; of an MCP tool only `mcp_server_tool`. */
  readonly names: readonly string[];
  /** Of an MCP tool, what it is called by its server. */
  readonly bare: string | undefined;
  /** Who offers it, by the client's own account: a name is no proof. */
  readonly server: string | undefined;
  /** The subagent that a call would start: rules may name it like a tool. */
  readonly agent: string | undefined;
}

const MCP = 'mcp_';

/** Reads a `toolName`: a name, `*`, `mcp_*`, `mcp_server_*`, `mcp_*_tool`, or any other name with stars in it. */
export function parseToolPattern(text: string): ToolPattern {
  if (text === '*') return { kind: 'any' };
  if (!text.includes('*')) return { kind: 'exact', name: text };
  if (text === 'mcp_*') return { kind: 'mcp', server: '*', tool: '*' };
  const [, tool] = /^mcp_\*_([^*]+)$/.exec(text) ?? [];
  if (tool !== undefined) return { kind: 'mcp', server: '*', tool };
  const [, server] = /^mcp_([^*]+)_\*$/.exec(text) ?? [];
  if (server !== undefined) return { kind: 'mcp', server, tool: '*' };
  return { kind: 'glob', glob: text };
}

/**
 * Whether a pattern means a tool. A rule that narrows (`isLoose`) is taken to mean all that its name could mean; one that
 * allows only what is certain: an MCP tool by the server that really offers it, never by how its name begins.
 */
export function meansTool(pattern: ToolPattern, tool: ToolIdentity, isLoose: boolean): boolean {
  switch (pattern.kind) {
    case 'any':
      return true;
    case 'exact':
      return tool.names.includes(pattern.name) || (tool.agent === pattern.name && (isLoose || isAgentName(tool.agent)));
    case 'mcp':
      return (
        (meansServer(pattern.server, tool, isLoose) && meansBare(pattern, tool)) ||
        (isLoose && meansWithin(pattern, tool))
      );
    case 'glob':
      return meansGlob(pattern.glob, tool, isLoose);
    default:
      return unreachable(pattern);
  }
}

/** The same for a rule that has an `mcpName`: its `toolName` is what the server calls the tool. */
export function meansToolOfServer(pattern: ToolPattern, tool: ToolIdentity, isLoose: boolean): boolean {
  switch (pattern.kind) {
    case 'any':
      return true;
    case 'exact':
      return meansTool(pattern, tool, isLoose) || meansBare({ server: '*', tool: pattern.name }, tool);
    case 'glob':
      return meansTool(pattern, tool, isLoose) || (tool.bare !== undefined && matchesGlob(pattern.glob, tool.bare));
    case 'mcp':
      return meansTool(pattern, tool, isLoose);
    default:
      return unreachable(pattern);
  }
}

/** Whether a tool is offered by a server; `*` is any. */
export function meansServer(server: string, tool: ToolIdentity, isLoose: boolean): boolean {
  if (tool.server !== undefined) return server === '*' || server === tool.server;
  return isLoose && tool.names.some((name) => name.startsWith(server === '*' ? MCP : `${MCP}${server}_`));
}

function meansBare(pattern: { readonly server: string; readonly tool: string }, tool: ToolIdentity): boolean {
  if (pattern.tool === '*' || tool.bare === pattern.tool) return true;
  return tool.server === undefined && tool.names.some((name) => name.endsWith(`_${pattern.tool}`));
}

/** `mcp_git_delete_*` is the server `git_delete`, or some tools of the server `git`. */
function meansWithin(
  pattern: { readonly server: string; readonly tool: string },
  { server, names }: ToolIdentity,
): boolean {
  const start = `${MCP}${pattern.server}_`;
  return server !== undefined && start.startsWith(`${MCP}${server}_`) && names.some((name) => name.startsWith(start));
}

function meansGlob(glob: string, tool: ToolIdentity, isLoose: boolean): boolean {
  const names = isLoose && tool.bare !== undefined ? [...tool.names, tool.bare] : tool.names;
  if (!names.some((name) => matchesGlob(glob, name))) return false;
  if (isLoose) return true;
  if (tool.server !== undefined) return glob.startsWith(`${MCP}${tool.server}_`);
  return !tool.names.some((name) => name.startsWith(MCP));
}

/** A subagent that is named like a tool does not get what is allowed to the tool. */
function isAgentName(name: string): boolean {
  return !name.startsWith(MCP) && (!knownTools.includes(name) || agents.has(name));
}

/** Subagents that were tools of their own once. */
const agents: ReadonlySet<string> = new Set(['codebase_investigator', 'cli_help']);

function matchesGlob(glob: string, name: string): boolean {
  const [first = '', ...rest] = glob.split('*');
  if (!name.startsWith(first)) return false;
  const last = rest.pop() ?? '';
  let at = first.length;
  for (const piece of rest) {
    const found = name.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}
