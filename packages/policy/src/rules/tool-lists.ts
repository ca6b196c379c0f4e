import { unreachable } from '@bowline/protocol';
import { describeRule } from './describe-rule.ts';
import type { PolicyFile, PolicyProblem, PolicyRule, Tier } from './policy-rule.ts';
import { toConditions } from './to-conditions.ts';
import { SHELL_TOOL } from './tool-names.ts';

/** A list of tools in settings, or a switch with the same effect. */
export interface ToolList {
  readonly key:
    'tools.exclude' | 'tools.confirmationRequired' | 'tools.allowed' | 'tools.core' | 'security.disableYoloMode';
  /** Names of tools. `run_shell_command(git status)` means commands that begin with these words. */
  readonly names: readonly string[];
  /** The location of the list in settings, and its tier. */
  readonly file: string;
  readonly line: number;
  readonly tier: Tier;
}

type Fields = Parameters<typeof toConditions>[0];

/** The parts of a rule that a list determines. */
interface Draft {
  readonly decision: PolicyRule['decision'];
  readonly priority: number;
  readonly fields: Fields;
  readonly denyMessage?: string;
  readonly mayOnlyNarrow?: boolean;
}

/**
 * Converts a list in settings to rules. If a restricting entry is not understood, it is a problem and the set fails
 * closed.
 */
export function parseToolList(list: ToolList): PolicyFile {
  const { file, line, tier, key } = list;
  const problems: PolicyProblem[] = [];
  const notices: PolicyProblem[] = [];
  const rules = draftRules(list).flatMap((draft): PolicyRule[] => {
    const { fields, decision, priority, denyMessage, mayOnlyNarrow = false } = draft;
    const say = (to: PolicyProblem[]) => (_: string, message: string, hint: string) => {
      to.push({ file, line, message: `${key}: ${message}`, hint });
    };
    // An allowing entry that is not understood allows nothing, so a notice is enough.
    const report = { problem: say(decision === 'allow' ? notices : problems), notice: say(notices) };
    const conditions = toConditions(fields, report);
    if (conditions === undefined) return [];
    const said = { file, line, tier, priority, decision, conditions, denyMessage, mayOnlyNarrow };
    return [
      {
        ...said,
        name: key,
        allowsRedirection: false,
        isOutside: false,
        hosts: [],
        text: describeRule(decision, conditions),
      },
    ];
  });
  return { file, tier, rules, checkers: [], problems, notices };
}

/** As in Gemini CLI, `exclude` outranks `confirmationRequired`, which outranks `allowed`, which outranks `core`. */
function draftRules({ key, names }: ToolList): readonly Draft[] {
  const each = (draft: Omit<Draft, 'fields'>): readonly Draft[] =>
    names.map((name) => ({ ...draft, fields: toFields(name, draft) }));
  switch (key) {
    case 'security.disableYoloMode': {
      const denyMessage = 'Settings disable yolo mode.';
      return [{ decision: 'deny', priority: 999, denyMessage, fields: { toolName: '*', modes: ['yolo'] } }];
    }
    case 'tools.exclude':
      return each({ decision: 'deny', priority: 400, denyMessage: 'Settings exclude this tool.' });
    case 'tools.confirmationRequired':
      return each({ decision: 'ask', priority: 350 });
    case 'tools.allowed':
      return [...each({ decision: 'allow', priority: 300 }), ...askInYolo(names)];
    case 'tools.core':
      // Both only restrict, and the first match counts: tools that are named are left to all other rules.
      return [
        ...each({ decision: 'allow', priority: 250, mayOnlyNarrow: true }),
        {
          decision: 'deny',
          priority: 240,
          mayOnlyNarrow: true,
          denyMessage: 'Settings do not list this tool.',
          fields: { toolName: '*', modes: [] },
        },
      ];
    default:
      return unreachable(key);
  }
}

/**
 * Users who allow some commands by name do not mean all others, even in yolo mode. Gemini CLI denies the others. Here
 * they need approval.
 */
function askInYolo(names: readonly string[]): readonly Draft[] {
  const isLimited = names.some((name) => commandOf(name) !== undefined) && !names.map(toToolName).includes(SHELL_TOOL);
  return isLimited ? [{ decision: 'ask', priority: 290, fields: { toolName: SHELL_TOOL, modes: ['yolo'] } }] : [];
}

/**
 * Words in parentheses have a meaning only for the shell tool. For other tools, a restricting entry covers the whole
 * tool, and an allowing entry covers nothing.
 */
function toFields(name: string, { decision }: Omit<Draft, 'fields'>): Fields {
  const commandPrefix = commandOf(name);
  if (commandPrefix !== undefined) return { toolName: SHELL_TOOL, commandPrefix, modes: [] };
  return { toolName: toToolName(decision === 'allow' ? name : name.replace(/\(.*\)$/, '')), modes: [] };
}

function commandOf(name: string): string | undefined {
  const { tool = '', command = '' } = /^(?<tool>\w+)\((?<command>.*)\)$/.exec(name)?.groups ?? {};
  return toToolName(tool) === SHELL_TOOL && command.trim() !== '' ? command.trim() : undefined;
}

/** Tools by class name, as in older settings. */
const classNames: Readonly<Record<string, string>> = {
  ShellTool: SHELL_TOOL,
  ReadFileTool: 'read_file',
  LSTool: 'list_directory',
  GlobTool: 'glob',
  GrepTool: 'grep_search',
  EditTool: 'replace',
  WriteFileTool: 'write_file',
  WebFetchTool: 'web_fetch',
  WebSearchTool: 'google_web_search',
};

function toToolName(name: string): string {
  return Object.hasOwn(classNames, name) ? (classNames[name] ?? name) : name;
}
