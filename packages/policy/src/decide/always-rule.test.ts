import type { ApprovalMode } from '@bowline/protocol';
import { describe, expect, it } from 'vitest';
import { createDefaultPolicy } from '../built-in/default-policy.ts';
import { parsePolicy } from '../rules/parse-policy.ts';
import type { ShellCommand } from '../shell/shell-line.ts';
import { toAlwaysRule } from './always-rule.ts';
import { compilePolicies } from './compile-policies.ts';
import { decide } from './decide.ts';
import type { PolicyCall, PolicyContext } from './policy-call.ts';

const here: PolicyContext = { mode: 'default', isInteractive: true };

function command(text: string, more: Partial<ShellCommand> = {}): ShellCommand {
  return { argv: text.split(' '), text, isReadOnly: false, hazard: null, danger: null, writes: [], ...more };
}

function run(...commands: readonly ShellCommand[]): PolicyCall {
  const line = commands.map(({ text }) => text).join(' && ');
  return {
    tool: 'run_shell_command',
    args: { command: line },
    effect: 'execute',
    shell: { kind: 'understood', commands },
  };
}

function offered(call: PolicyCall, mode: ApprovalMode = 'default', own = ''): ReturnType<typeof toAlwaysRule> {
  const set = compilePolicies([createDefaultPolicy(), parsePolicy(own, { file: 'own.toml', tier: 'user' })], {
    isTrusted: true,
  });
  return toAlwaysRule(call, decide(set, call, { ...here, mode }), { mode });
}

function verdictAfter(saved: string, call: PolicyCall, context: Partial<PolicyContext> = {}): string {
  const file = parsePolicy(saved, { file: 'saved.toml', tier: 'user', answered: 'kept' });
  expect(file.problems).toEqual([]);
  const set = compilePolicies([createDefaultPolicy(), file], { isTrusted: true });
  return decide(set, call, { ...here, ...context }).verdict;
}

const writing: PolicyCall = { tool: 'write_file', args: { file_path: 'a' }, effect: 'write' };
const fetching = (...urls: readonly string[]): PolicyCall => ({
  tool: 'web_fetch',
  args: { url: urls[0] },
  effect: 'network',
  urls,
});
const searching: PolicyCall = { tool: 'mcp_my_srv_search', mcpServer: 'my_srv', args: {}, effect: 'network' };

describe('an "always" rule', () => {
  it.each<[string, PolicyCall, string]>([
    ['a subcommand', run(command('git push origin main')), 'running `git push` with any arguments'],
    ['a script by its name', run(command('npm run build --watch')), 'running `npm run build` with any arguments'],
    ['a subcommand of two words', run(command('gh pr view 7')), 'running `gh pr view` with any arguments'],
    ['other programs word for word', run(command('rm -r build')), 'running exactly `rm -r build`'],
    ['a path word for word', run(command('./x.sh a.b')), 'running exactly `./x.sh a.b`'],
    ['options first, word for word', run(command('npm --silent test')), 'running exactly `npm --silent test`'],
    [
      'what is not free in a line',
      run(command('ls', { isReadOnly: true }), command('make all'), command('touch x')),
      'running `make all` with any arguments; running exactly `touch x`',
    ],
    ['edits of the workspace', writing, 'edits to any file in the project'],
    ['a tool of a server', searching, 'calling `search` on the MCP server my_srv with any arguments'],
    ['the server of a page', fetching('https://example.com/a?b'), 'fetching pages from https://example.com'],
    [
      'the servers of pages',
      fetching('http://a.test:8080/x', 'https://b.test', 'https://b.test/y'),
      'fetching pages from http://a.test:8080 and https://b.test',
    ],
    [
      'a command in its folder',
      { ...run(command('npm test'), command('touch x')), folder: { path: 'packages/a', isOtherRepository: false } },
      'running `npm test` with any arguments in packages/a; running exactly `touch x` in packages/a',
    ],
  ])('covers %s, and then allows the call', (_, call, sentence) => {
    const always = offered(call);
    expect(always?.sentence).toBe(sentence);
    expect(verdictAfter(always?.toml ?? '', call)).toBe('allow');
  });

  it.each<[string, PolicyCall]>([
    ['a shell', run(command('bash -c ls'))],
    ['an interpreter', run(command('python3 x.py'))],
    ['a wrapper by its path', run(command('/usr/bin/env git push'))],
    ['a line with a wrapper in it', run(command('git push'), command('xargs rm'))],
    ['a runner of packages', run(command('npx thing'))],
    ['a subcommand that runs what it is told', run(command('npm exec thing'))],
    ['a change of what git runs', run(command('git config core.pager x'))],
    ['a hazard', run(command('git push', { hazard: 'odd' }))],
    ['a danger', run(command('rm -rf x', { danger: 'gone' }))],
    ['a plan', { tool: 'exit_plan_mode', args: { plan: 'x' }, effect: 'read' }],
    ['a redirection', run(command('make', { writes: ['out'] }))],
    ['a redirection of what only reads', run(command('ls', { isReadOnly: true, writes: ['out'] }))],
    ['a variable', run(command('rm $x'))],
    ['what is not understood', { ...run(), shell: { kind: 'not_understood', why: '' } }],
    ['the network', { tool: 'google_web_search', args: {}, effect: 'network' }],
    ['a page that is none', { ...fetching('https://example.com/a'), urls: ['https://example.com', 'ftp://x/y'] }],
    [
      'a command in another repository',
      { ...run(command('npm test')), folder: { path: 'evil', isOtherRepository: true } },
    ],
    ['a tool that executes', { tool: 'deploy', args: {}, effect: 'execute' }],
    ['a file outside the workspace', { ...writing, isInsideWorkspace: false }],
  ])('is not offered for %s', (_, call) => {
    expect(offered(call)).toBeUndefined();
  });

  it('allows no more than its description says', () => {
    const { toml = '' } = offered(run(command('git push'), command('rm -r build'))) ?? {};
    expect(verdictAfter(toml, run(command('git push --force')))).toBe('allow');
    expect(verdictAfter(toml, run(command('git pushed')))).toBe('ask');
    expect(verdictAfter(toml, run(command('rm -r build src')))).toBe('ask');
    expect(verdictAfter(toml, run(command('rm -r builds')))).toBe('ask');
    expect(verdictAfter(offered(writing)?.toml ?? '', { ...writing, isInsideWorkspace: false })).toBe('ask');
    expect(verdictAfter(offered(writing)?.toml ?? '', { ...writing, tool: 'replace' })).toBe('allow');
    expect(verdictAfter(offered(writing)?.toml ?? '', { ...writing, tool: 'save_memory' })).toBe('ask');
    expect(verdictAfter(offered(searching)?.toml ?? '', { ...searching, mcpServer: 'my' })).toBe('ask');
  });

  it.each([
    'http://example.com/a',
    'https://example.com:8443/a',
    'https://www.example.com/a',
    'https://example.com.evil.test/',
    'https://example.com@evil.test/',
    'not a url',
  ])('for https://example.com does not allow fetching %s', (url) => {
    const { toml = '' } = offered(fetching('https://example.com/a')) ?? {};
    expect(verdictAfter(toml, fetching('https://example.com/other'))).toBe('allow');
    expect(verdictAfter(toml, fetching(url))).toBe('ask');
    expect(verdictAfter(toml, fetching('https://example.com/a', url))).toBe('ask');
    expect(verdictAfter(toml, fetching())).toBe('ask');
  });

  it('applies only in its own directory', () => {
    const inside = (path: string, isOtherRepository = false): PolicyCall => ({
      ...run(command('npm test')),
      folder: { path, isOtherRepository },
    });
    const { toml: here = '' } = offered(run(command('npm test'))) ?? {};
    expect(verdictAfter(here, run(command('npm test')))).toBe('allow');
    expect(verdictAfter(here, inside('evilpkg'))).toBe('ask');
    const { toml: there = '' } = offered(inside('packages/a')) ?? {};
    expect(verdictAfter(there, inside('packages/a'))).toBe('allow');
    expect(verdictAfter(there, inside('packages/b'))).toBe('ask');
    expect(verdictAfter(there, run(command('npm test')))).toBe('ask');
  });

  it('allows nothing in an untrusted folder if it was saved beyond the session', () => {
    const call = run(command('make all'));
    const { toml = '' } = offered(call) ?? {};
    const verdictOf = (answered: 'session' | 'kept', isTrusted: boolean): string => {
      const file = parsePolicy(toml, { file: 'saved.toml', tier: 'user', answered });
      return decide(compilePolicies([createDefaultPolicy(), file], { isTrusted }), call, here).verdict;
    };
    expect([verdictOf('kept', true), verdictOf('kept', false)]).toEqual(['allow', 'ask']);
    expect([verdictOf('session', true), verdictOf('session', false)]).toEqual(['allow', 'allow']);
  });

  it('applies in the mode it was given in and in freer ones', () => {
    const call = run(command('make all'));
    const { toml = '' } = offered(call) ?? {};
    expect(verdictAfter(toml, call, { mode: 'plan' })).toBe('deny');
    expect(verdictAfter(toml, call, { mode: 'auto_edit' })).toBe('allow');
    expect(verdictAfter(offered(call, 'plan')?.toml ?? '', call, { mode: 'plan' })).toBe('allow');
  });

  it('overrides the user rule that required approval, but no user rule with a higher priority', () => {
    const ask = '[[rule]]\ncommandPrefix = "make"\ndecision = "ask_user"\npriority = 300\n';
    const call = run(command('make all'));
    const { toml = '' } = offered(call, 'default', ask) ?? {};
    expect(verdictAfter(ask + toml, call)).toBe('allow');
    const deny = '[[rule]]\ncommandPrefix = "make all"\ndecision = "deny"\npriority = 100\n';
    expect(verdictAfter(deny + (offered(call)?.toml ?? ''), call)).toBe('deny');
    expect(offered(call, 'default', ask.replace('300', '999'))).toBeUndefined();
  });

  it('is not offered if an administrator rule or a broken policy file requires approval', () => {
    const call = run(command('make all'));
    const admin = parsePolicy('[[rule]]\ntoolName = "*"\ndecision = "ask_user"\npriority = 1', {
      file: 'a',
      tier: 'admin',
    });
    const broken = parsePolicy('[[rules]]', { file: 'b', tier: 'user' });
    for (const file of [admin, broken]) {
      const set = compilePolicies([createDefaultPolicy(), file], { isTrusted: true });
      expect(toAlwaysRule(call, decide(set, call, here), { mode: 'default' })).toBeUndefined();
    }
  });
});
