import type { JsonObject } from '@bowline/protocol';
import { callTexts, toolVerbs } from '../../texts/transcript-texts.ts';
import { showLine } from '../layout/clean-text.ts';

/** A call in words: the action and its target. */
export interface DescribedCall {
  readonly verb: string;
  /** A path, command, pattern or address, or empty. Sanitized, on one line. */
  readonly target: string;
}

interface Words {
  readonly verb: string;
  readonly target?: (args: JsonObject) => string;
}

const known: Readonly<Record<string, Words>> = {
  read_file: { verb: toolVerbs.read_file, target: readRange },
  read_many_files: { verb: toolVerbs.read_many_files, target: (args) => listOf(args['include']) },
  write_file: { verb: toolVerbs.write_file, target: (args) => textOf(args['file_path']) },
  replace: { verb: toolVerbs.replace, target: (args) => textOf(args['file_path']) },
  list_directory: { verb: toolVerbs.list_directory, target: (args) => textOf(args['dir_path']) },
  glob: { verb: toolVerbs.glob, target: (args) => within(textOf(args['pattern']), args) },
  grep_search: { verb: toolVerbs.grep_search, target: (args) => within(JSON.stringify(textOf(args['pattern'])), args) },
  run_shell_command: { verb: toolVerbs.run_shell_command, target: (args) => textOf(args['command']) },
  background_process: { verb: toolVerbs.background_process, target: (args) => joined(args['action'], args['id']) },
  write_to_process: {
    verb: toolVerbs.write_to_process,
    target: (args) => callTexts.into(JSON.stringify(textOf(args['input'])), textOf(args['id'])),
  },
  web_fetch: { verb: toolVerbs.web_fetch, target: (args) => textOf(args['url']) || textOf(args['prompt']) },
  google_web_search: { verb: toolVerbs.google_web_search, target: (args) => textOf(args['query']) },
  write_todos: { verb: toolVerbs.write_todos, target: activeTodo },
  save_memory: { verb: toolVerbs.save_memory, target: (args) => textOf(args['fact']) },
  ask_user: { verb: toolVerbs.ask_user, target: firstQuestion },
  enter_plan_mode: { verb: toolVerbs.enter_plan_mode, target: (args) => textOf(args['reason']) },
  exit_plan_mode: { verb: toolVerbs.exit_plan_mode },
  apply_changes: { verb: toolVerbs.apply_changes, target: (args) => textOf(args['summary']) },
};

/** The common names of the argument that a call is about, in order of preference. */
const usual = [
  'file_path',
  'path',
  'command',
  'url',
  'pattern',
  'query',
  'dir_path',
  'name',
  'prompt',
  'description',
  'id',
];

/** Describes a call in words. Paths are relative to the workspace. */
export function describeCall(name: string, args: JsonObject, workspace: string): DescribedCall {
  const words = Object.hasOwn(known, name) ? known[name] : undefined;
  const target = words === undefined ? usualTarget(args) : (words.target?.(args) ?? '');
  return { verb: words?.verb ?? toVerb(name), target: showLine(shorten(target, workspace)) };
}

const paths: ReadonlySet<string> = new Set(['read_file', 'write_file', 'replace', 'list_directory']);

/** Whether the target of a tool's calls is a path. */
export function isPathCall(name: string): boolean {
  return paths.has(name);
}

/** A path relative to the workspace if it is inside. */
export function shorten(path: string, workspace: string): string {
  const between = workspace.includes('\\') ? '\\' : '/';
  const root = workspace.endsWith(between) ? workspace : workspace + between;
  return root !== between && path.startsWith(root) && path.length > root.length ? path.slice(root.length) : path;
}

/** The tool `get_issue` of the server `github` is named `github__get_issue`. */
function toVerb(name: string): string {
  const words = showLine(name).replaceAll('__', ': ').replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function usualTarget(args: JsonObject): string {
  const key = usual.find((each) => textOf(args[each]) !== '');
  return key === undefined ? '' : textOf(args[key]);
}

/** Only what a shell ignores: other blanks are part of a path. */
const BLANK_ENDS = /^[ \t\n]+|[ \t\n]+$/g;

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.replaceAll(BLANK_ENDS, '');
  return typeof value === 'number' ? String(value) : '';
}

function listOf(value: unknown): string {
  return Array.isArray(value) ? value.map(textOf).join(' ') : textOf(value);
}

function joined(...values: readonly unknown[]): string {
  return values.map(textOf).join(' ').trim();
}

function within(pattern: string, args: JsonObject): string {
  const folder = textOf(args['dir_path']);
  return folder === '' || folder === '.' ? pattern : callTexts.within(pattern, folder);
}

function readRange(args: JsonObject): string {
  const [path, start, end] = [textOf(args['file_path']), textOf(args['start_line']), textOf(args['end_line'])];
  if (start === '' && end === '') return path;
  return `${path}:${start || '1'}${end === '' ? '' : `-${end}`}`;
}

function activeTodo(args: JsonObject): string {
  const todos = Array.isArray(args['todos']) ? args['todos'] : [];
  const active = todos.find((todo) => isGroup(todo) && todo['status'] === 'in_progress');
  return isGroup(active) ? textOf(active['description']) : '';
}

function isGroup(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function firstQuestion(args: JsonObject): string {
  const all = Array.isArray(args['questions']) ? args['questions'] : [];
  if (all.length > 1) return callTexts.questions(all.length);
  const [first] = all;
  return isGroup(first) ? textOf(first['question']) : '';
}
