import { plural } from '@bowline/protocol';
import type { Ignored, IgnoredKind } from './find-ignored.ts';

/** How a kind is described. */
interface Kind {
  /** Used in a list of kinds. */
  readonly name: string;
  readonly text: string;
  readonly fix: string;
  /** Ignoring it changes what runs or is checked, not only what the user can type. */
  readonly isSevere: boolean;
}

const kinds: Readonly<Record<IgnoredKind, Kind>> = {
  sandbox: {
    name: 'container sandbox',
    text: 'containers are not supported; the operating system sandboxes commands (security.sandbox)',
    fix: 'Remove it. To run nothing without a sandbox, set security.sandbox to required',
    isSevere: true,
  },
  hooks: {
    name: 'hooks',
    text: 'hooks are not supported yet and do not run',
    fix: 'Remove them, or replace hooks that deny calls with a policy',
    isSevere: true,
  },
  mcpServers: {
    name: 'MCP servers',
    text: 'MCP servers are not supported yet and do not start',
    fix: 'Remove them, or add them to mcp.excluded',
    isSevere: true,
  },
  extensions: {
    name: 'extensions',
    text: 'extensions are not supported yet, including their MCP servers, hooks, policies and commands',
    fix: 'Add them to extensions.disabled',
    isSevere: true,
  },
  commands: {
    name: 'custom commands',
    text: 'custom commands are not supported yet',
    fix: 'Add their file to a message with @',
    isSevere: false,
  },
  skills: {
    name: 'skills',
    text: 'skills are not supported yet',
    fix: 'Add the SKILL.md to a message with @, or mention it in AGENTS.md',
    isSevere: false,
  },
  agents: {
    name: 'subagents',
    text: 'subagents are not supported yet',
    fix: 'Ask for the work in the session itself',
    isSevere: false,
  },
};

/** One line about one place. */
export interface IgnoredLine extends Kind {
  readonly kind: IgnoredKind;
}

/** One line about everything that is ignored, with the command that lists it; undefined if nothing is. */
export function summarizeIgnored(ignored: readonly Ignored[]): string | undefined {
  if (ignored.length === 0) return undefined;
  const names = new Set(ignored.flatMap((each) => each.names.map((name) => `${each.kind} ${name}`)));
  const found = [...new Set(ignored.map(({ kind }) => kinds[kind].name))];
  return `Bowline ignores ${plural(names.size, 'item')} of your Gemini CLI setup: ${found.join(', ')}. To list them: bowline settings ignored`;
}

/** One line per place, with all its names. */
export function listIgnored(ignored: readonly Ignored[]): readonly IgnoredLine[] {
  return ignored.map(({ kind, source, names }) => ({
    ...kinds[kind],
    kind,
    text: `${source}: ${kinds[kind].text}: ${names.join(', ')}`,
  }));
}
