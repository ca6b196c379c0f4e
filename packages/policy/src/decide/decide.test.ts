import { readFileSync } from 'node:fs';
import type { ApprovalMode, Effect } from '@bowline/protocol';
import { describe, expect, it } from 'vitest';
import { createDefaultPolicy } from '../built-in/default-policy.ts';
import { parsePolicy } from '../rules/parse-policy.ts';
import type { Tier, Verdict } from '../rules/policy-rule.ts';
import type { ShellCommand, ShellLine } from '../shell/shell-line.ts';
import { compilePolicies } from './compile-policies.ts';
import { decide } from './decide.ts';
import type { PolicyCall, PolicyContext } from './policy-call.ts';
import type { PolicySet } from './policy-set.ts';

const modes: readonly ApprovalMode[] = ['default', 'auto_edit', 'plan', 'yolo'];
const contexts: readonly PolicyContext[] = modes.flatMap((mode) => [
  { mode, isInteractive: true },
  { mode, isInteractive: false },
]);
const signs: Readonly<Record<string, Verdict>> = { '+': 'allow', '?': 'ask', '-': 'deny' };

interface Group {
  readonly name: string;
  readonly set: PolicySet;
  readonly rows: readonly (readonly [call: string, verdicts: readonly string[]])[];
}

const ruleLine = /^((?:admin|user|workspace|extension)\d?) (\w+) (\d+) (.*)$/;
const [, ...parts] = readFileSync(new URL('decide.table.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n\n');
const groups = parts.map(toGroup);

function toGroup(text: string): Group {
  const [name = '', ...lines] = text.split('\n').map((line) => line.trim());
  const files = new Map<string, string>();
  for (const line of lines) {
    const [, file = '', decision = '', priority = '', keys = ''] = ruleLine.exec(line) ?? [];
    if (file === '') continue;
    const rule = ['[[rule]]', `decision = "${decision}"`, `priority = ${priority}`, ...keys.split('; '), ''].join('\n');
    files.set(file, (files.get(file) ?? '') + rule);
  }
  const rows = lines
    .filter((line) => !ruleLine.test(line))
    .map((line) => {
      const [, call = '', verdicts = ''] = /^(.*?)\s+([-+? ]+)$/.exec(line) ?? [];
      return [call, verdicts.split(' ')] as const;
    });
  const own = [...files].map(([file, toml]) => parsePolicy(toml, { file, tier: file.replace(/\d$/, '') as Tier }));
  expect(own.flatMap(({ problems }) => problems)).toEqual([]);
  const isTrusted = !name.endsWith('(untrusted folder)');
  return { name, rows, set: compilePolicies([createDefaultPolicy(), ...own], { isTrusted }) };
}

const readOnly = new Set(['ls', 'cat', 'grep', 'echo', 'git log', 'git status']);

/** Parses just enough shell for the rows. */
function readShell(text: string): ShellLine {
  if (text.includes('$[')) return { kind: 'not_understood', why: 'arithmetic' };
  return { kind: 'understood', commands: text.split(/\s*(?:&&|;|\|)\s*/).flatMap(toCommands) };
}

function toCommands(text: string): readonly ShellCommand[] {
  const [words = '', ...writes] = text.split(' > ');
  const argv = words.split(/\s+/);
  const [program = '', next = ''] = argv;
  const [, meant] = /^(find.* -exec|git -c|sort -o)/.exec(text) ?? [];
  const hazard = meant === undefined ? null : `\`${meant}\``;
  const isReadOnly = hazard === null && (readOnly.has(program) || readOnly.has(`${program} ${next}`));
  const danger = text.startsWith('rm -rf ~') ? 'it removes the home folder' : null;
  const command = { argv, text, isReadOnly, hazard, danger, writes };
  const [, inner] = /^(?:sudo|bash -c) (.*)/.exec(text) ?? [];
  return inner === undefined ? [command] : [command, ...toCommands(inner)];
}

function toCall(text: string): PolicyCall {
  const isInsideWorkspace = text.endsWith(' !outside') ? { isInsideWorkspace: false } : {};
  const what = text.replace(/ !outside$/, '');
  if (what.startsWith('$ ')) {
    const command = what.slice(2);
    return {
      tool: 'run_shell_command',
      args: { command },
      effect: 'execute',
      shell: readShell(command),
      ...isInsideWorkspace,
    };
  }
  const found =
    /^(?:(?<subagent>\w+)> )?(?:(?<server>\w+)\/)?(?<tool>\w+):(?<effect>\w+)(?: @(?<hint>\w+))?(?: (?<args>\{.*\}))?$/.exec(
      what,
    );
  const { subagent, server, tool = '', effect, hint, args = '{}' } = found?.groups ?? {};
  return {
    tool,
    args: JSON.parse(args) as Record<string, unknown>,
    effect: effect as Effect,
    ...(server === undefined ? {} : { mcpServer: server }),
    ...(subagent === undefined ? {} : { subagent }),
    ...(hint === undefined ? {} : { annotations: { [hint]: true } }),
    ...isInsideWorkspace,
  };
}

describe.each(groups)('$name', ({ set, rows }) => {
  it.each(rows)('%s', (call, verdicts) => {
    const found = verdicts.map((_, n) =>
      decide(set, toCall(call), contexts[n] ?? { mode: 'default', isInteractive: true }),
    );
    expect(found.map(({ verdict }) => verdict)).toEqual(verdicts.map((sign) => signs[sign]));
  });
});

it('the table has at least 200 calls and 600 verdicts', () => {
  const rows = groups.flatMap((group) => group.rows);
  expect(rows.length).toBeGreaterThanOrEqual(200);
  expect(rows.flatMap(([, verdicts]) => verdicts).length).toBeGreaterThanOrEqual(600);
});
