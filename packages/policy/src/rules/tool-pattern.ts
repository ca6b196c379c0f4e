import { unreachable } from '@bowline/protocol';
import { knownTools } from './tool-names.ts';

/** Which tools a rule applies to. */
export type ToolPattern =
  | { readonly kind: 'any' }
  | { readonly kind: 'exact'; readonly name: string }
  | { readonly kind: 'mcp'; readonly server: string; readonly tool: string }
  | { readonly kind: 'glob'; readonly glob: string };

/** Identifies a tool. */
export interface ToolIdentity {
  /** The name in the call, and its other names. For an MCP tool only `mcp_server_tool`. */
  readonly names: readonly string[];
  /** The server's own name for an MCP tool. */
  readonly bare: string | undefined;
  /** The MCP server of the tool, as reported by the client. A tool's name proves nothing. */
  readonly server: string | undefined;
  /** The subagent that the call starts. Rules may name it like a tool. */
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
 * Whether a pattern means a tool. A restricting rule (`isLoose`) means everything that its name could mean. A rule that
 * allows means only what is certain: an MCP tool by its real server, never by the beginning of its name.
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

/** The same for a rule with an `mcpName`. Its `toolName` may be the server's own name for the tool. */
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

/** Whether a server offers a tool. `*` means any server. */
export function meansServer(server: string, tool: ToolIdentity, isLoose: boolean): boolean {
  if (tool.server !== undefined) return server === '*' || server === tool.server;
  return isLoose && tool.names.some((name) => name.startsWith(server === '*' ? MCP : `${MCP}${server}_`));
}

function meansBare(pattern: { readonly server: string; readonly tool: string }, tool: ToolIdentity): boolean {
  if (pattern.tool === '*' || tool.bare === pattern.tool) return true;
  return tool.server === undefined && tool.names.some((name) => name.endsWith(`_${pattern.tool}`));
}

/** `mcp_git_delete_*` means the server `git_delete`, or some tools of the server `git`. */
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

/** A subagent named like a tool is not allowed by rules for the tool. */
function isAgentName(name: string): boolean {
  return !name.startsWith(MCP) && (!knownTools.includes(name) || agents.has(name));
}

/** Subagents that used to be tools. */
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
