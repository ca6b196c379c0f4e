import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ApprovalMode, SandboxProfile, Wall } from '@bowline/protocol';
import { expect, test } from 'vitest';
import { createDefaultPolicy } from '../built-in/default-policy.ts';
import { compilePolicies } from '../decide/compile-policies.ts';
import { decide } from '../decide/decide.ts';
import type { PolicyCall } from '../decide/policy-call.ts';
import { parsePolicy } from '../rules/parse-policy.ts';
import { openShellReader } from '../shell/open-shell-reader.ts';
import { planSandbox, type SandboxFacts } from './plan-sandbox.ts';

const bytesOf = (file: string): Uint8Array => readFileSync(createRequire(import.meta.url).resolve(file));
const reader = await openShellReader({
  runtime: bytesOf('web-tree-sitter/web-tree-sitter.wasm'),
  grammar: bytesOf('tree-sitter-bash/tree-sitter-bash.wasm'),
});

interface Given extends Partial<SandboxFacts> {
  readonly policy?: string;
  readonly mode?: ApprovalMode;
}

/** Where a line runs, and whether somebody is asked first. */
function place(command: string, { policy = '', mode = 'default', ...given }: Given = {}): string {
  const own = parsePolicy(policy, { file: 'own.toml', tier: 'user' });
  const set = compilePolicies([createDefaultPolicy(), own], { isTrusted: true });
  const call: PolicyCall = {
    tool: 'run_shell_command',
    args: { command },
    effect: 'execute',
    shell: reader.read(command),
    isInsideWorkspace: true,
    ...given.call,
  };
  const decision = decide(set, call, { mode, isInteractive: true });
  if (decision.verdict === 'deny') return 'denied';
  const { verdict, profile } = planSandbox({
    decision,
    verdict: decision.verdict,
    findings: [],
    mode,
    isTrusted: true,
    isPlain: true,
    isRequired: false,
    wasBlocked: false,
    ...given,
    call,
  });
  return `${verdict === 'ask' ? 'asked, ' : ''}${profile}`;
}

const rule = (prefix: string, decision: string, more = ''): string =>
  `[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "${prefix}"\ndecision = "${decision}"\npriority = 100\n${more}`;
const outside = 'sandbox = "open"';

test.each<[line: string, place: string, given?: Given]>([
  ['git log', 'observe'],
  ['ls | wc -l', 'observe'],
  ['node -e "1"', 'observe'],
  ['npm test', 'observe'],
  ['npx tsc --noEmit && npx eslint .', 'observe'],
  ['for f in *; do ./check "$f"; done', 'observe'],
  ['mkdir out', 'asked, work'],
  ['echo a > b', 'asked, work'],
  ['git commit -m x', 'asked, work'],
  ['npm run build:web', 'asked, work'],
  ['tsc -p .', 'asked, work'],
  ['sed -i s/a/b/ x', 'asked, work'],
  ['npm ci', 'asked, open'],
  ['yarn', 'asked, open'],
  ['curl https://x.example', 'asked, open'],
  ['git push && npm test', 'asked, open'],
  ['rm -rf /', 'asked, work'],
  ['npm test', 'asked, work', { isTrusted: false }],
  ['npm test', 'asked, work', { isPlain: false }],
  ['npm test', 'asked, work', { wasBlocked: true }],
  ['npm test', 'asked, work', { findings: [{ check: 'keys', severity: 'danger', message: 'keys' }] }],
  ['npm test', 'observe', { findings: [{ check: 'unclear_command', severity: 'warning', message: 'odd' }] }],
  ['npm test', 'observe', { mode: 'auto_edit' }],
  ['npm test', 'denied', { mode: 'plan' }],
  ['npm test', 'open', { mode: 'yolo' }],
  ['cat ../notes.txt', 'open', { mode: 'yolo' }],
  ['npm test', 'work', { mode: 'yolo', isRequired: true }],
  ['git log', 'observe', { mode: 'yolo', isRequired: true }],
  ['npm test', 'work', { policy: rule('npm test', 'allow') }],
  ['npm ci', 'open', { policy: rule('npm ci', 'allow') }],
  ['npm ci', 'work', { policy: rule('npm ci', 'allow'), isRequired: true }],
  ['npm ci', 'open', { policy: rule('npm ci', 'allow', outside), isRequired: true }],
  ['npm test', 'open', { policy: rule('npm test', 'allow', outside) }],
  ['ls && npm test', 'open', { policy: rule('npm test', 'allow', outside) }],
  ['npm test && npm start', 'asked, work', { policy: rule('npm test', 'allow', outside), wasBlocked: true }],
  ['npm test', 'asked, work', { policy: rule('npm test', 'ask_user') }],
])('%s: %s %j', (line, expected, given) => {
  expect(place(line, given)).toBe(expected);
});

const write: Wall = { need: 'write', target: '/w/a', isInside: true };
test.each<[profile: SandboxProfile, walls: readonly Wall[], next: string]>([
  ['observe', [write], 'asked, work'],
  ['observe', [write, { need: 'network', target: 'x.example', isInside: false }], 'asked, open'],
  ['observe', [{ need: 'write', target: '/home/a', isInside: false }], 'asked, open'],
  ['observe', [{ need: 'read', target: '/home/a', isInside: false }], 'asked, open'],
  ['work', [write], 'asked, open'],
])('after %s has refused %j it is %s', (profile, walls, next) => {
  expect(place('npm test', { blocked: { profile, walls } })).toBe(next);
});

test('what is allowed outside is not asked about again because the sandbox refused it something before', () => {
  const blocked = { profile: 'observe', walls: [write] } as const;
  expect(place('npm test', { policy: rule('npm test', 'allow', outside), blocked })).toBe('open');
});
