import type { Ignored, IgnoredKind } from './find-ignored.ts';

/** How a kind is spoken of. */
interface Kind {
  readonly text: string;
  readonly fix: string;
  /** Doing without it changes what is run or who guards it, not only what can be typed. */
  readonly isSevere: boolean;
}

const kinds: Readonly<Record<IgnoredKind, Kind>> = {
  sandbox: {
    text: 'containers are not used, commands are confined by the system (security.sandbox)',
    fix: 'remove it; to have nothing run unconfined, set security.sandbox to required',
    isSevere: true,
  },
  hooks: {
    text: 'hooks are not supported yet and do not run',
    fix: 'remove them, or write a policy in place of those that deny calls',
    isSevere: true,
  },
  mcpServers: {
    text: 'MCP servers are not supported yet and do not start',
    fix: 'remove them, or exclude them in mcp.excluded',
    isSevere: true,
  },
  extensions: {
    text: 'extensions are not supported yet: their MCP servers, hooks, policies and commands are ignored',
    fix: 'list them in extensions.disabled to say that you can do without',
    isSevere: true,
  },
  commands: {
    text: 'custom commands are not supported yet',
    fix: 'type what they say, or refer to their file with @',
    isSevere: false,
  },
  skills: {
    text: 'skills are not supported yet',
    fix: 'refer to the SKILL.md with @, or name it in AGENTS.md',
    isSevere: false,
  },
  agents: { text: 'subagents are not supported yet', fix: 'ask for the work in the session itself', isSevere: false },
};

/** Of more names and places only these many are told at the start. */
const MOST = 3;

/** One line about everything of a kind. */
export interface IgnoredLine extends Kind {
  readonly kind: IgnoredKind;
}

/** One line per kind: what is ignored, what of it, and where it is set up. */
export function summarizeIgnored(ignored: readonly Ignored[]): readonly IgnoredLine[] {
  return [...Map.groupBy(ignored, ({ kind }) => kind)].map(([kind, found]) => {
    const names = new Set(found.flatMap((each) => each.names));
    const places = found.map(({ source }) => source);
    return { ...kinds[kind], kind, text: `${kinds[kind].text}: ${toList([...names])} (${toList(places)})` };
  });
}

/** The same in full: each place, with all that it names. */
export function listIgnored(ignored: readonly Ignored[]): readonly IgnoredLine[] {
  return ignored.map(({ kind, source, names }) => ({
    ...kinds[kind],
    kind,
    text: `${source}: ${kinds[kind].text}: ${names.join(', ')}`,
  }));
}

function toList(words: readonly string[]): string {
  const more = words.length - MOST;
  return `${words.slice(0, MOST).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
