import { AgentError } from '@bowline/protocol/plain';
import { afterEach, describe, expect, it } from 'vitest';
import { bytes, closePanels, openPanel, type OpenedPanel } from '../../../../tests/tui/open-panel.tsx';
import { viewOf } from '../../../../tests/tui/view-of.ts';
import type { Connecting } from '../host/connecting.ts';
import { widthOf } from '../paint/layout/wrap.ts';
import { ConnectPanel } from './connect-panel.tsx';

const KEY = 'sk-ant-0123456789abcdef';
const told: string[] = [];
afterEach(() => {
  closePanels();
  told.length = 0;
});

const providers = [
  { id: 'gemini', name: 'Gemini', note: 'key from aistudio.google.com', variable: 'GEMINI_API_KEY' },
  { id: 'anthropic', name: 'Anthropic', note: 'key from console.anthropic.com', variable: 'ANTHROPIC_API_KEY' },
  { id: 'local', name: 'Local server', note: 'any OpenAI-compatible URL', variable: null },
];

const connecting: Connecting = {
  providers,
  ownerOf: (key) => (key.startsWith('sk-ant-') ? 'anthropic' : null),
  connect: async (provider, key) => {
    if (key === 'wrong') throw new AgentError('MODEL_AUTH', 'The key was rejected', { hint: 'Paste it again' });
    return [`${provider} ${key ?? 'no key'}`];
  },
};

async function open(width = 80, more: Partial<Connecting> = {}): Promise<OpenedPanel> {
  const view = viewOf(width);
  const panel = (
    <ConnectPanel
      connecting={{ ...connecting, ...more }}
      view={view}
      onSkip={() => told.push('skip')}
      onWrite={() => told.push('write')}
      onConnected={(notes) => told.push(...notes)}
    />
  );
  return await openPanel(panel, view);
}

const paste = (text: string): string => `\u001B[200~${text}\u001B[201~`;

describe('ConnectPanel', () => {
  it('shows the providers and the place of a key', async () => {
    expect((await open()).rows()).toEqual([
      '╭─ Connect a model ────────────────────────────────────────────────── Esc skip ─',
      '│ Paste an API key or pick a provider. Keys are stored in a file only you can',
      '│ read, never in the session log.',
      '│',
      '│ ❯ 1  Gemini         key from aistudio.google.com',
      '│   2  Anthropic      key from console.anthropic.com',
      '│   3  Local server   any OpenAI-compatible URL',
      '│',
      '│ Key                       or set GEMINI_API_KEY and restart',
      '├─ ↑↓ choose · paste a key · Enter save ────────────────────────────────────────',
    ]);
  });

  it('shows only the end of a pasted key, and chooses its owner', async () => {
    const { press, rows, text } = await open();
    await press(paste(` ${KEY}\n`));
    expect(rows().at(-2)).toBe('│ Key  ••••cdef');
    expect(text()).toContain('❯ 2  Anthropic');
    expect(text()).not.toContain(KEY.slice(0, 8));
    await press(bytes.enter);
    expect(told).toEqual([`anthropic ${KEY}`]);
  });

  it.each([
    ['0123456789abcde', '••••bcde'],
    ['01234567', '••••••••'],
  ])('shows nothing of a key that is too short to be hidden by four dots: %s', async (key, shown) => {
    const { press, rows } = await open();
    await press(paste(key));
    expect(rows().at(-2)).toBe(`│ Key  ${shown}`);
  });

  it('takes a key of a provider that is not listed to its owner', async () => {
    const { press } = await open(80, { ownerOf: () => 'openrouter' });
    await press(paste(KEY));
    await press(bytes.enter);
    expect(told).toEqual([`openrouter ${KEY}`]);
  });

  it('gives a key whose owner is unknown to the chosen provider', async () => {
    const { press } = await open();
    await press('2');
    await press(paste('unknown-key-12345'));
    await press(bytes.enter);
    expect(told).toEqual(['anthropic unknown-key-12345']);
  });

  it('types a key, with numbers once it has begun, and removes characters', async () => {
    const { press } = await open();
    for (const sign of ['a', '2', 'x']) await press(sign);
    await press(bytes.backspace);
    await press(bytes.enter);
    expect(told).toEqual(['gemini a2']);
    const second = await open();
    for (const sign of ['a', bytes.ctrl('u'), 'b']) await second.press(sign);
    await second.press(bytes.enter);
    expect(told.at(-1)).toBe('gemini b');
  });

  it('asks for a key only where one is needed', async () => {
    const { press, text } = await open();
    await press(bytes.enter);
    expect(text()).toContain('✗ Paste a key for Gemini, or press Esc to skip');
    await press(bytes.up);
    expect(text()).toMatch(/Key +not needed/);
    await press(bytes.enter);
    expect(told).toEqual(['local no key']);
  });

  it('says why a key was rejected, and forgets it', async () => {
    const { press, text } = await open();
    await press(paste('wrong'));
    await press(bytes.enter);
    await expect.poll(text).toContain('✗ The key was rejected. Paste it again');
    expect(text()).toMatch(/Key +or set GEMINI_API_KEY/);
    expect(told).toEqual([]);
  });

  it('takes nothing but Escape while a key is tested', async () => {
    const { press, text } = await open(80, { connect: () => new Promise(() => undefined) });
    await press(paste('slow-key'));
    await press(bytes.enter);
    for (const key of ['x', paste('y'), bytes.down, bytes.enter]) await press(key);
    expect(text()).toMatch(/Key {2}•{8} +testing it…/);
    expect(text()).toContain('❯ 1  Gemini');
    await press(bytes.escape);
    await expect.poll(() => told).toEqual(['skip']);
  });

  it('leaves the keyboard to the draft with Tab', async () => {
    const { press } = await open();
    await press(bytes.tab);
    expect(told).toEqual(['write']);
  });

  it.each([40, 60, 120])('fits into %i columns', async (width) => {
    const { press, rows } = await open(width);
    await press(bytes.enter);
    for (const row of rows()) expect(widthOf(row)).toBeLessThanOrEqual(width);
  });
});
