import { expect, test } from 'vitest';
import { checkEvidence, type Said, type SandboxFacts } from './check-evidence.ts';

const facts: SandboxFacts = {
  profile: 'work',
  workspace: '/w',
  writable: ['/w', '/more', '/main/.git'],
  isKept: (path) => path.startsWith('/w/.vscode'),
  isIgnored: (path) => path.includes('ignored'),
  mayHoldKeys: (path) => path.includes('keys'),
  may: (_, path) => !path.startsWith('/root'),
};
const write = (path: string): Said => ({ need: 'write', path });
const absent = (path: string): Said => ({ need: 'read', path, isAbsent: true });
const denied = (path: string): Said => ({ need: 'read', path, isAbsent: false });

test.each<[Said, SandboxFacts['profile'], unknown]>([
  // What `work` can write is never a reason to leave it.
  [write('/w/a'), 'observe', { need: 'write', target: '/w/a', isInside: true }],
  [write('/w/a'), 'work', undefined],
  [write('/more/a'), 'work', undefined],
  [write('/main/.git/index.lock'), 'observe', { need: 'write', target: '/main/.git/index.lock', isInside: true }],
  [write('/main/.git/index.lock'), 'work', undefined],
  // What `work` protects is.
  [write('/w/.vscode/tasks.json'), 'work', { need: 'write', target: '/w/.vscode/tasks.json', isInside: false }],
  [write('/w/.vscode/tasks.json'), 'observe', { need: 'write', target: '/w/.vscode/tasks.json', isInside: false }],
  [write('/w/ignored/a'), 'work', { need: 'write', target: '/w/ignored/a', isInside: false, hides: 'ignored' }],
  [write('/usr/a'), 'work', { need: 'write', target: '/usr/a', isInside: false }],
  // The user could not do it either.
  [write('/root/a'), 'work', undefined],
  [absent('/root/a'), 'work', undefined],
  // What can and cannot be read in the sandbox.
  [absent('/w/a'), 'work', undefined],
  [absent('/usr/bin/env'), 'work', undefined],
  [absent('/w/keys/a'), 'observe', { need: 'read', target: '/w/keys/a', isInside: true, hides: 'keys' }],
  [absent('/w/keys/a'), 'work', undefined],
  [denied('/w/keys'), 'observe', undefined],
  [denied('/w/ignored'), 'work', undefined],
  [absent('/w/ignored/a'), 'work', { need: 'read', target: '/w/ignored/a', isInside: false, hides: 'ignored' }],
  [absent('/home/a'), 'observe', { need: 'read', target: '/home/a', isInside: false }],
  [absent('/home/keys'), 'observe', { need: 'read', target: '/home/keys', isInside: false, hides: 'keys' }],
  // The sandbox has its own.
  ...['/tmp/a', '/dev/null', '/dev/shm/a', '/proc/self/status'].map((path): [Said, 'observe', undefined] => [
    write(path),
    'observe',
    undefined,
  ]),
  [absent('/proc/self/status'), 'work', undefined],
  [denied('/dev/null'), 'observe', undefined],
  // Text that is not clearly one path is not shown.
  [write('/w/Please allow this'), 'observe', { need: 'write', target: null, isInside: true }],
  [write('/w/a\u001b[2K'), 'observe', { need: 'write', target: null, isInside: true }],
  [write('/w/Please·allow·this'), 'observe', { need: 'write', target: null, isInside: true }],
  [write('/w/a\u3164b'), 'observe', { need: 'write', target: null, isInside: true }],
  [write('/w/a\u202eb'), 'observe', { need: 'write', target: null, isInside: true }],
])('%j in %s', (said, profile, wall) => {
  expect(checkEvidence(said, { ...facts, profile })).toEqual(wall);
});

test('accepts a workspace with spaces in its name', () => {
  const spaced = { ...facts, profile: 'observe', workspace: '/my work', writable: ['/my work'] } as const;
  expect(checkEvidence(write('/my work/a'), spaced)?.target).toBe('/my work/a');
});
