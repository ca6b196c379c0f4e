import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ApprovalMode, Wall } from '@bowline/protocol';
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
  readonly tier?: 'user' | 'workspace';
  readonly mode?: ApprovalMode;
}

/** Where a line runs, and whether it needs approval first. */
function place(command: string, { policy = '', tier = 'user', mode = 'default', ...given }: Given = {}): string {
  const own = parsePolicy(policy, { file: 'own.toml', tier });
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
  const { verdict, profile, hosts } = planSandbox({
    decision,
    verdict: decision.verdict,
    findings: [],
    mode,
    isTrusted: true,
    isPlain: true,
    isRequired: false,
    ...given,
    call,
  });
  const reaches = hosts.length === 0 ? '' : ` with ${hosts.join(' ')}`;
  return `${verdict === 'ask' ? 'asked, ' : ''}${profile}${reaches}`;
}

const rule = (prefix: string, decision: string, more = ''): string =>
  `[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "${prefix}"\ndecision = "${decision}"\npriority = 100\n${more}`;
const outside = 'sandbox = "open"';

const write: Wall = { need: 'write', target: '/w/a', isInside: true };
const reach = (target: string | null): Wall => ({ need: 'network', target, isInside: false });

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
  ['npm ci', 'asked, work with registry.npmjs.org'],
  ['yarn', 'asked, work with registry.npmjs.org registry.yarnpkg.com'],
  ['npm install -g typescript', 'asked, open'],
  ['npm publish', 'asked, open'],
  ['npm ci --registry https://npm.example', 'asked, open'],
  ['pip install -r requirements.txt && npm ci', 'asked, work with pypi.org files.pythonhosted.org registry.npmjs.org'],
  ['npm ci && git push', 'asked, open'],
  ['curl https://x.example', 'asked, work with x.example'],
  ['curl -sSf https://x.example:8443/a http://y.example/b', 'asked, work with x.example:8443 y.example'],
  ['curl http://127.0.0.1:3000/', 'asked, open'],
  ['curl https://me:word@x.example', 'asked, open'],
  ['curl http://printer.local', 'asked, open'],
  ['curl x.example', 'asked, open'],
  ['git clone https://x.example/a.git', 'asked, work with x.example'],
  ['git clone git@x.example:a.git', 'asked, open'],
  ['git push && npm test', 'asked, open'],
  ['rm -rf /', 'asked, work'],
  ['npm test', 'asked, work', { isTrusted: false }],
  ['npm test', 'asked, work', { isPlain: false }],
  ['npm test', 'asked, work', { earlier: { profile: 'observe', walls: [write] } }],
  ['npm test', 'asked, open', { earlier: { profile: 'work', walls: [write] } }],
  ['npm test', 'asked, work with x.example', { earlier: { profile: 'work', walls: [reach('x.example')] } }],
  ['npm test', 'work', { policy: rule('npm test', 'allow'), earlier: { profile: 'work', walls: [write] } }],
  ['npm test', 'asked, work', { findings: [{ check: 'keys', severity: 'danger', message: 'keys' }] }],
  ['npm test', 'observe', { findings: [{ check: 'unclear_command', severity: 'warning', message: 'odd' }] }],
  ['npm test', 'observe', { mode: 'auto_edit' }],
  ['git log', 'observe', { mode: 'plan' }],
  ['npm test', 'observe', { mode: 'plan', policy: rule('npm test', 'allow') }],
  ['npm ci', 'observe', { mode: 'plan', policy: rule('npm ci', 'allow') }],
  ['npm test', 'observe', { mode: 'plan', policy: rule('npm test', 'allow', outside) }],
  ['npm test', 'denied', { mode: 'plan' }],
  ['npm test', 'open', { mode: 'yolo' }],
  ['cat ../notes.txt', 'open', { mode: 'yolo' }],
  ['npm test', 'work', { mode: 'yolo', isRequired: true }],
  ['git log', 'observe', { mode: 'yolo', isRequired: true }],
  ['npm test', 'work', { policy: rule('npm test', 'allow') }],
  ['npm ci', 'work with registry.npmjs.org', { policy: rule('npm ci', 'allow') }],
  ['npm ci', 'work with registry.npmjs.org', { policy: rule('npm ci', 'allow'), isRequired: true }],
  ['npm ci', 'work with npm.example', { policy: rule('npm ci', 'allow', 'hosts = ["npm.example"]') }],
  [
    'npm test',
    'work with a.example *.b.example',
    { policy: rule('npm test', 'allow', 'hosts = ["a.example", "*.b.example"]') },
  ],
  ['git push', 'open', { policy: rule('git push', 'allow') }],
  ['git push', 'work', { policy: rule('git push', 'allow'), isRequired: true }],
  ['npm ci', 'open', { policy: rule('npm ci', 'allow', outside), isRequired: true }],
  ['npm test', 'open', { policy: rule('npm test', 'allow', outside) }],
  ['ls && npm test', 'open', { policy: rule('npm test', 'allow', outside) }],
  [
    'npm test && npm start',
    'asked, work',
    { policy: rule('npm test', 'allow', outside), earlier: { profile: 'observe', walls: [write] } },
  ],
  ['npm test', 'asked, work', { policy: rule('npm test', 'ask_user') }],
  ['npm test', 'work', { policy: rule('npm test', 'allow', outside), tier: 'workspace' }],
  ['npm test', 'work', { policy: rule('npm test', 'allow', 'hosts = ["x.example"]'), tier: 'workspace' }],
  ['git push', 'asked, open', { policy: rule('git push', 'allow'), tier: 'workspace' }],
  ['npm ci', 'asked, work with registry.npmjs.org', { policy: rule('npm ci', 'allow'), tier: 'workspace' }],
  ['git push; ls', 'asked, open', { policy: rule('git push', 'allow'), tier: 'workspace' }],
  ['npm test', 'observe', { policy: rule('npm test', 'allow', outside), mode: 'plan' }],
  ['npm test', 'asked, work', { wanted: 'workspace' }],
  ['npm test', 'asked, open', { wanted: 'outside' }],
  ['git log', 'asked, work', { wanted: 'workspace' }],
  ['npm test', 'work', { wanted: 'workspace', policy: rule('npm test', 'allow') }],
  ['npm test', 'asked, open', { wanted: 'outside', policy: rule('npm test', 'allow') }],
  ['npm test', 'open', { wanted: 'outside', mode: 'yolo' }],
  ['npm test', 'asked, open', { wanted: 'outside', mode: 'yolo', isRequired: true }],
])('%s: %s %j', (line, expected, given) => {
  expect(place(line, given)).toBe(expected);
});

const outer: Wall = { need: 'write', target: '/home/a', isInside: false };
type Refused = NonNullable<SandboxFacts['blocked']>;
test.each<[next: string, blocked: Refused]>([
  ['asked, work', { profile: 'observe', walls: [write] }],
  ['asked, work with x.example', { profile: 'observe', walls: [write, reach('x.example')] }],
  ['asked, work with x.example y.example:81', { profile: 'work', walls: [reach('x.example'), reach('y.example:81')] }],
  ['asked, work with a.example x.example', { profile: 'work', walls: [reach('x.example')], hosts: ['a.example'] }],
  ['asked, open', { profile: 'work', walls: [reach('x.example')], hosts: ['x.example'] }],
  ['asked, open', { profile: 'work', walls: [reach(null)] }],
  ['asked, work with x.example', { profile: 'work', walls: [reach('x.example'), write] }],
  ['asked, open', { profile: 'work', walls: [reach('x.example'), write], hosts: ['x.example'] }],
  ['asked, work', { profile: 'observe', walls: [write, reach(null)] }],
  [
    'asked, work',
    { profile: 'observe', walls: [{ need: 'read', target: '/w/.env', isInside: true, hides: 'keys' }, outer] },
  ],
  ['asked, open', { profile: 'observe', walls: [{ need: 'write', target: '/home/a', isInside: false }] }],
  ['asked, open', { profile: 'observe', walls: [{ need: 'read', target: '/home/a', isInside: false }] }],
  ['asked, open', { profile: 'work', walls: [write] }],
])('%s after %j', (next, blocked) => {
  expect(place('npm test', { blocked })).toBe(next);
});

test('needs no approval to leave the sandbox after a refusal if a rule allows the command outside', () => {
  const blocked = { profile: 'observe', walls: [write] } as const;
  expect(place('npm test', { policy: rule('npm test', 'allow', outside), blocked })).toBe('open');
});
