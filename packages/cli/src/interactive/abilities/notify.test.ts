import { expect, test } from 'vitest';
import { copyProgram, copyText } from './copy-text.ts';
import { createNotify, type NotifyPlaces } from './notify.ts';

function places(more: Partial<NotifyPlaces> = {}): NotifyPlaces & { readonly written: string[] } {
  const written: string[] = [];
  const write = (text: string): void => void written.push(text);
  return { platform: 'linux', env: {}, now: () => 0, dialect: 'osc9', write, written, ...more };
}

test('writes the sequence of each method, and nothing if off', () => {
  const told = (way: 'off' | 'bell' | 'terminal', more: Partial<NotifyPlaces> = {}): string => {
    const to = places(more);
    createNotify(() => way, to)('bowline', 'needs you');
    return to.written.join('');
  };
  expect(told('off')).toBe('');
  expect(told('bell')).toBe('\u0007');
  expect(told('terminal')).toBe('\u0007\u001B]9;bowline: needs you\u0007');
  expect(told('terminal', { dialect: 'osc777' })).toBe('\u0007\u001B]777;notify;bowline;needs you\u0007');
  expect(told('terminal', { env: { TMUX: 'x' } })).toContain('\u001BPtmux;\u001B\u001B]9;');
});

test('lets no text write to the terminal', () => {
  const to = places();
  createNotify(() => 'terminal', to)('a\u001B]0;b', 'c\u0007\u009Bd\n');
  expect(to.written.join('')).toBe('\u0007\u001B]9;a ]0;b: c d \u0007');
});

test('prevents a numeric title from being read as a terminal command', () => {
  const to = places();
  createNotify(() => 'terminal', to)('9;/tmp', 'x\u202E');
  expect(to.written.join('')).toBe('\u0007\u001B]9;Bowline: 9;/tmp: x⟨U+202E⟩\u0007');
});

test('does not repeat a notification at once', () => {
  let now = 0;
  const to = places({ now: () => now });
  const notify = createNotify(() => 'bell', to);
  notify('a', 'b');
  notify('a', 'b');
  now = 5000;
  notify('a', 'b');
  expect(to.written).toHaveLength(2);
});

test.each([
  ['darwin', {}, 'pbcopy'],
  ['linux', { WAYLAND_DISPLAY: '0' }, 'wl-copy'],
  ['linux', { DISPLAY: ':0' }, 'xclip'],
  ['linux', { DISPLAY: ':0', SSH_CONNECTION: 'x' }, undefined],
  ['linux', { WSL_DISTRO_NAME: 'x' }, 'clip.exe'],
  ['linux', {}, undefined],
])('on %s with %j copies with %s', (platform, env, program) => {
  expect(copyProgram(platform, env)[0]).toBe(program);
});

test('copies through the terminal, unless the text is too long for it', async () => {
  const to = places();
  await copyText('ä', to);
  await copyText('x'.repeat(200_000), to);
  expect(to.written).toEqual(['\u001B]52;c;w6Q=\u0007']);
});
