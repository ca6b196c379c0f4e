import type { ApprovalMode, SandboxProfile } from '@bowline/protocol';
import { stringify } from 'smol-toml';
import { parsePolicy } from '../rules/parse-policy.ts';
import { joinWords } from '../rules/split-words.ts';
import { EDIT_TOOLS, FETCH_TOOL, SHELL_TOOL } from '../rules/tool-names.ts';
import { alwaysPrefix } from './always-prefix.ts';
import { describeGrant } from './describe-grant.ts';
import type { CallFolder, PolicyCall } from './policy-call.ts';
import type { PolicyDecision, RuleRef } from './policy-decision.ts';

/** A rule created by an approval for longer than once. */
export interface AlwaysRule {
  /** The text of its `[[rule]]` tables. */
  readonly toml: string;
  /** What the rule allows, derived from the rule itself. Shown before the user approves. */
  readonly sentence: string;
}

/** The mode of the approval request, and the sandbox access that the command would get. */
interface AlwaysContext {
  readonly mode: ApprovalMode;
  readonly profile?: SandboxProfile | undefined;
  readonly hosts?: readonly string[] | undefined;
}

/** Below the usual priority of rules that users write, so that a quick answer does not override them. */
const PRIORITY = 50;
/** Each plan needs its own approval, and so do pending changes. */
const ONCE_TOOLS: readonly string[] = ['exit_plan_mode', 'apply_changes'];
/** From strictest to freest. An answer applies in the mode it was given in and in freer ones. What holds in
 * the default mode holds in preview. */
const modesByFreedom: readonly ApprovalMode[] = ['plan', 'default', 'auto_edit', 'yolo'];

/**
 * The rule that an approval for longer than once creates, or undefined if none is safe to offer: for programs that run
 * other programs, for commands that are hazardous, dangerous, redirected, not understood or in another repository, for
 * plans, and if an administrator's rule or a broken policy file requires the approval.
 */
export function toAlwaysRule(
  call: PolicyCall,
  decision: Pick<PolicyDecision, 'rule'>,
  { mode, profile, hosts = [] }: AlwaysContext,
): AlwaysRule | undefined {
  const priority = priorityOver(decision.rule);
  if (priority === undefined || call.isInsideWorkspace === false) return undefined;
  const modes = modesByFreedom
    .slice(modesByFreedom.indexOf(mode === 'preview' ? 'default' : mode))
    .map((name) => (name === 'auto_edit' ? 'autoEdit' : name));
  const rules = whatToAllow(call);
  if (rules === undefined) return undefined;
  const place = call.tool === SHELL_TOOL ? toPlace(profile, hosts) : {};
  const tables = rules.map((rule) => ({ ...rule, decision: 'allow', priority, modes, ...place }));
  const toml = `${stringify({ rule: tables })}\n`;
  const read = parsePolicy(toml, { file: '', tier: 'user', answered: 'session' });
  return read.problems.length > 0 ? undefined : { toml, sentence: describeGrant(read.rules) };
}

function toPlace(profile: SandboxProfile | undefined, hosts: readonly string[]): object {
  if (profile === 'open') return { sandbox: 'open' };
  return hosts.length === 0 ? {} : { hosts: [...hosts] };
}

/** One above the rule that required approval, if it is the user's own. Undefined if no answer may override the rule. */
function priorityOver({ tier, priority }: RuleRef): number | undefined {
  if (tier === 'admin' || (tier === 'user' && priority === 999)) return undefined;
  return tier === 'user' ? Math.max(PRIORITY, priority + 1) : PRIORITY;
}

type Tables = readonly Readonly<Record<string, string | readonly string[]>>[];

function whatToAllow(call: PolicyCall): Tables | undefined {
  const { tool, mcpServer, effect } = call;
  if (mcpServer !== undefined) {
    const prefix = `mcp_${mcpServer}_`;
    return [{ mcpName: mcpServer, toolName: tool.startsWith(prefix) ? tool.slice(prefix.length) : tool }];
  }
  if (tool === SHELL_TOOL) return whatCommands(call);
  if (tool === FETCH_TOOL) return whatServers(call);
  if (effect === 'network' || effect === 'execute' || ONCE_TOOLS.includes(tool)) return undefined;
  // Permission to change a file includes permission to rewrite it, so one grant covers both tools.
  return [{ toolName: EDIT_TOOLS.includes(tool) ? EDIT_TOOLS : tool }];
}

function whatServers({ urls = [] }: PolicyCall): Tables | undefined {
  const origins = urls.map((url) => URL.parse(url)).map((url) => (isWeb(url) ? url.origin : undefined));
  const known = origins.filter((origin) => origin !== undefined);
  return known.length === 0 || known.length < origins.length
    ? undefined
    : [{ toolName: FETCH_TOOL, origin: [...new Set(known)] }];
}

function isWeb(url: URL | null): url is URL {
  return url?.protocol === 'https:' || url?.protocol === 'http:';
}

function isForeign({ path, isOtherRepository }: CallFolder): boolean {
  return isOtherRepository || path.startsWith('..');
}

function whatCommands({ shell, folder }: PolicyCall): Tables | undefined {
  if (shell?.kind !== 'understood' || (folder !== undefined && isForeign(folder))) return undefined;
  const wanted = shell.commands.filter(({ isReadOnly, writes }) => !isReadOnly || writes.length > 0);
  const prefixes = new Set<string>();
  const exact = new Set<string>();
  for (const command of wanted) {
    const always = alwaysPrefix(command);
    if (always === undefined) return undefined;
    if (always.kind === 'prefix') prefixes.add(always.words.join(' '));
    else exact.add(joinWords(command.argv));
  }
  if (prefixes.size + exact.size === 0) return undefined;
  const where = folder === undefined ? {} : { folder: folder.path };
  return [
    ...(prefixes.size === 0 ? [] : [{ toolName: SHELL_TOOL, commandPrefix: [...prefixes], ...where }]),
    ...[...exact].map((text) => ({ toolName: SHELL_TOOL, commandExact: text, ...where })),
  ];
}
