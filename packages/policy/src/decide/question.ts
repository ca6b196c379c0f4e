import { unreachable } from '@bowline/protocol';
import { AGENT_TOOL, toolNamesOf } from '../rules/tool-names.ts';
import type { LinearRegex } from '../rules/linear-regex.ts';
import type { ToolIdentity } from '../rules/tool-pattern.ts';
import type { ShellCommand } from '../shell/shell-line.ts';
import { toArgsText } from './args-text.ts';
import { toRoughWords } from './match-command.ts';
import type { PolicyCall, PolicyContext } from './policy-call.ts';

/** What is judged: a whole call, one command of its line, or a line that is not understood. */
export type Subject =
  | { readonly kind: 'call' }
  | { readonly kind: 'command'; readonly command: ShellCommand }
  | { readonly kind: 'line'; readonly text: string; readonly why: string };

/** How many characters one decision may test patterns on in total, which takes about ten milliseconds. */
const TEST_ROOM = 1024 * 1024;
/** Longer lines are not searched for words. */
const MAX_ROUGH = 64 * 1024;

/** One decision in progress: what rules are matched against, each computed once, on first use. */
export interface Question {
  readonly call: PolicyCall;
  readonly context: PolicyContext;
  readonly tool: ToolIdentity;
  readonly subject: Subject;
  /** The arguments as text, with the command replaced if one is given. Undefined if they are too long. */
  argsText(command?: string): string | undefined;
  /** A command in the form in which Gemini CLI's command patterns find it in the arguments. */
  commandText(command: string): string;
  /** A command as written, without its quotes, and without the path of its program. Restricting rules check each. */
  spellings(): readonly string[];
  /**
   * The words of a command, or of a line that is not understood, split without parsing. Undefined if it is too long.
   */
  roughWords(): readonly string[] | undefined;
  /** Undefined if the test would take too long. */
  test(regex: LinearRegex, text: string | undefined): boolean | undefined;
  /** The same question about another subject. */
  about(subject: Subject): Question;
}

/** Begins a decision. */
export function createQuestion(call: PolicyCall, context: PolicyContext): Question {
  const tool = toIdentity(call);
  const room = { left: TEST_ROOM, longest: 0 };
  const about = (subject: Subject): Question => {
    const texts = new Map<string | undefined, string | undefined>();
    const commandTexts = new Map<string, string>();
    let rough: readonly string[] | undefined;
    let spelled: readonly string[] | undefined;
    return {
      call,
      context,
      tool,
      subject,
      argsText: (command) => {
        if (room.left < room.longest) return undefined;
        if (!texts.has(command))
          texts.set(command, toArgsText(command === undefined ? call.args : { ...call.args, command }));
        const text = texts.get(command);
        room.longest = Math.max(room.longest, text?.length ?? 0);
        return text;
      },
      commandText: (command) => {
        const text = commandTexts.get(command) ?? `{\0"command":${JSON.stringify(command)}\0}`;
        commandTexts.set(command, text);
        return text;
      },
      spellings: () => (spelled ??= subject.kind === 'command' ? toSpellings(subject.command) : []),
      roughWords: () => {
        const text = textOf(subject);
        return text === undefined || text.length > MAX_ROUGH ? undefined : (rough ??= toRoughWords(text));
      },
      test: (regex, text) => {
        if (text === undefined || room.left < text.length) return undefined;
        room.left -= text.length;
        return regex.test(text);
      },
      about,
    };
  };
  return about({ kind: 'call' });
}

function textOf(subject: Subject): string | undefined {
  switch (subject.kind) {
    case 'call':
      return undefined;
    case 'command':
      return subject.command.text;
    case 'line':
      return subject.text;
    default:
      return unreachable(subject);
  }
}

function toSpellings({ text, argv }: ShellCommand): readonly string[] {
  const [program = '', ...rest] = argv;
  const plain = [program.slice(program.lastIndexOf('/') + 1), ...rest].join(' ');
  return [...new Set([text, argv.join(' '), plain])].filter((spelling) => spelling !== '');
}

function toIdentity({ tool, args, mcpServer }: PolicyCall): ToolIdentity {
  if (mcpServer !== undefined) {
    const prefix = `mcp_${mcpServer}_`;
    const bare = tool.startsWith(prefix) ? tool.slice(prefix.length) : tool;
    return { names: [prefix + bare], bare, server: mcpServer, agent: undefined };
  }
  const agent = tool === AGENT_TOOL ? args['agent_name'] : undefined;
  const names = toolNamesOf(tool);
  return { names, bare: undefined, server: undefined, agent: typeof agent === 'string' ? agent : undefined };
}
