import { describe, expect, test } from 'vitest';
import { createDefaultPolicy } from '../built-in/default-policy.ts';
import { compilePolicies } from '../decide/compile-policies.ts';
import { decide } from '../decide/decide.ts';
import type { PolicyCall } from '../decide/policy-call.ts';
import type { Verdict } from './policy-rule.ts';
import { parseToolList, type ToolList } from './tool-lists.ts';

const list = (key: ToolList['key'], ...names: readonly string[]): ToolList => ({
  key,
  names,
  file: '/settings.json',
  line: 7,
  tier: 'user',
});

function verdict(lists: readonly ToolList[], call: PolicyCall, mode: 'default' | 'yolo' = 'default'): Verdict {
  const set = compilePolicies([createDefaultPolicy(), ...lists.map(parseToolList)], { isTrusted: true });
  return decide(set, call, { mode, isInteractive: true }).verdict;
}

const write: PolicyCall = { tool: 'write_file', args: {}, effect: 'write' };
const read: PolicyCall = { tool: 'read_file', args: {}, effect: 'read' };
function run(text: string, isReadOnly = false): PolicyCall {
  const command = { text, argv: text.split(' '), isReadOnly, hazard: null, danger: null, writes: [] };
  return {
    tool: 'run_shell_command',
    args: { command: text },
    effect: 'execute',
    shell: { kind: 'understood', commands: [command] },
  };
}

describe('tools.exclude', () => {
  test.each<[string, PolicyCall, Verdict]>([
    ['read_file', read, 'deny'],
    ['ReadFileTool', read, 'deny'],
    ['read_file(anything)', read, 'deny'],
    ['write_file', read, 'allow'],
    ['run_shell_command(rm)', run('rm -rf x'), 'deny'],
    ['ShellTool(rm -rf)', run('/bin/rm -rf x'), 'deny'],
    ['run_shell_command(rm)', run('ls', true), 'allow'],
    ['run_shell_command', run('ls', true), 'deny'],
  ])('%s: %j is %s', (name, call, expected) => {
    expect(verdict([list('tools.exclude', name)], call, 'default')).toBe(expected);
  });

  test('outranks tools.allowed, and applies in yolo mode', () => {
    const lists = [list('tools.allowed', 'write_file'), list('tools.exclude', 'write_file')];
    expect([verdict(lists, write), verdict(lists, write, 'yolo')]).toEqual(['deny', 'deny']);
  });

  test('fails closed on a name that is not understood, and reports its location', () => {
    const excluded = list('tools.exclude', 'run_shell_command(rm "x)');
    expect(parseToolList(excluded).problems).toMatchObject([{ file: '/settings.json', line: 7 }]);
    expect(verdict([excluded], read)).not.toBe('allow');
  });
});

describe('tools.allowed', () => {
  test('allows tools and commands without approval, and compares whole words', () => {
    const lists = [list('tools.allowed', 'write_file', 'run_shell_command(git commit)')];
    expect(verdict(lists, write)).toBe('allow');
    expect(verdict(lists, run('git commit -m x'))).toBe('allow');
    expect(verdict(lists, run('git commits'))).toBe('ask');
    expect(verdict(lists, run('git push'))).toBe('ask');
  });

  test('unlike Gemini CLI: requires approval for other commands in yolo mode, not a denial in all modes', () => {
    const lists = [list('tools.allowed', 'run_shell_command(git commit)')];
    expect([verdict(lists, run('make'), 'yolo'), verdict(lists, run('ls', true))]).toEqual(['ask', 'allow']);
    expect(verdict([...lists, list('tools.allowed', 'x')], run('make'), 'yolo')).toBe('ask');
    expect(verdict([list('tools.allowed', 'run_shell_command(git)', 'run_shell_command')], run('make'), 'yolo')).toBe(
      'allow',
    );
  });

  test('allows nothing by a name that is not understood, and reports no problem', () => {
    const { rules, problems, notices } = parseToolList(
      list('tools.allowed', 'run_shell_command(a "b)', 'write_file(x)'),
    );
    expect([problems, notices.length]).toEqual([[], 2]);
    expect(rules.map(({ text }) => text)).not.toContain('allow write_file');
    expect(verdict([list('tools.allowed', 'write_file(x)')], write)).toBe('ask');
  });
});

test('tools.confirmationRequired requires approval, whatever allows the tool', () => {
  const lists = [list('tools.confirmationRequired', 'read_file', 'write_file'), list('tools.allowed', 'write_file')];
  expect([verdict(lists, read), verdict(lists, write), verdict(lists, write, 'yolo')]).toEqual(['ask', 'ask', 'ask']);
});

describe('tools.core', () => {
  const lists = [list('tools.core', 'read_file', 'write_file', 'run_shell_command(git)')];

  test('denies all other tools in every mode', () => {
    const glob: PolicyCall = { tool: 'glob', args: {}, effect: 'read' };
    expect([verdict(lists, glob), verdict(lists, glob, 'yolo')]).toEqual(['deny', 'deny']);
    expect([verdict(lists, run('make')), verdict(lists, run('make'), 'yolo')]).toEqual(['deny', 'deny']);
  });

  test('unlike Gemini CLI: leaves its tools to other rules instead of allowing them', () => {
    expect([verdict(lists, read), verdict(lists, write), verdict(lists, write, 'yolo')]).toEqual([
      'allow',
      'ask',
      'allow',
    ]);
    expect([verdict(lists, run('git push')), verdict(lists, run('git log', true))]).toEqual(['ask', 'allow']);
  });

  test('denies a line that is not understood', () => {
    const call = { ...run('git log'), shell: { kind: 'not_understood', why: 'x' } } as const;
    expect(verdict(lists, call)).toBe('deny');
  });
});

test('security.disableYoloMode denies everything in yolo mode and nothing in others', () => {
  const lists = [list('security.disableYoloMode')];
  expect([verdict(lists, read, 'yolo'), verdict(lists, read), verdict(lists, write)]).toEqual(['deny', 'allow', 'ask']);
});

test('a rule reports where it comes from', () => {
  const set = compilePolicies([parseToolList(list('tools.exclude', 'write_file'))], { isTrusted: true });
  const { rule, reason } = decide(set, write, { mode: 'default', isInteractive: true });
  expect([rule.name, rule.file, rule.line, reason]).toEqual([
    'tools.exclude',
    '/settings.json',
    7,
    'Settings exclude this tool.',
  ]);
});
