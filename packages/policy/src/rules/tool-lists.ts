import { unreachable } from '@bowline/protocol';
import { describeRule } from './describe-rule.ts';
import type { PolicyFile, PolicyProblem, PolicyRule, Tier } from './policy-rule.ts';
import { toConditions } from './to-conditions.ts';
import { SHELL_TOOL } from './tool-names.ts';

/** A list of tools in settings, or a switch that comes to the same. */
export interface ToolList {
  readonly key:
    'tools.exclude' | 'tools.confirmationRequired' | 'tools.allowed' | 'tools.core' | 'security.disableYoloMode';
  /** Names of tools; `run_shell_command(git status)` means commands that begin so. */
  readonly names: readonly string[];
  /** Where it stands, and whose it is. */
  readonly file: string;
  readonly line: number;
  readonly tier: Tier;
}

type Fields = Parameters<typeof toConditions>[0];

/** A rule as far as a list says it. */
interface Draft {
  readonly decision: PolicyRule['decision'];
  readonly priority: number;
  readonly fields: Fields;
  readonly denyMessage?: string;
  readonly mayOnlyNarrow?: boolean;
}

/** The rules that a list of settings stands for. What it narrows and cannot be understood is a problem, and closes the set. */
export function parseToolList(list: ToolList): PolicyFile {
  const { file, line, tier, key } = list;
  const problems: PolicyProblem[] = [];
  const notices: PolicyProblem[] = [];
  const rules = draftRules(list).flatMap((draft): PolicyRule[] => {
    const { fields, decision, priority, denyMessage, mayOnlyNarrow = false } = draft;
    const say = (to: PolicyProblem[]) => (_: string, message: string, hint: string) => {
      to.push({ file, line, message: `${key}: ${message}`, hint });
    };
    // What would allow and is not understood allows nothing, and that is all.
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

/** As in Gemini CLI: what is excluded outranks what is asked about, that what is allowed, that what is left out. */
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

/** Who allows some commands by name does not mean every other one, in yolo mode either. Gemini CLI denies those; here they are asked about. */
function askInYolo(names: readonly string[]): readonly Draft[] {
  const isLimited = names.some((name) => commandOf(name) !== undefined) && !names.map(toToolName).includes(SHELL_TOOL);
  return isLimited ? [{ decision: 'ask', priority: 290, fields: { toolName: SHELL_TOOL, modes: ['yolo'] } }] : [];
}

/** Of other tools than the shell the words in brackets say nothing: then the whole tool is meant by what narrows, and nothing by what allows. */
function toFields(name: string, { decision }: Omit<Draft, 'fields'>): Fields {
  const commandPrefix = commandOf(name);
  if (commandPrefix !== undefined) return { toolName: SHELL_TOOL, commandPrefix, modes: [] };
  return { toolName: toToolName(decision === 'allow' ? name : name.replace(/\(.*\)$/, '')), modes: [] };
}

function commandOf(name: string): string | undefined {
  const { tool = '', command = '' } = /^(?<tool>\w+)\((?<command>.*)\)$/.exec(name)?.groups ?? {};
  return toToolName(tool) === SHELL_TOOL && command.trim() !== '' ? command.trim() : undefined;
}

/** Tools by the names of their classes, as older settings have them. */
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
