import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import xterm from '@xterm/headless';
import { expect, it } from 'vitest';
import { readTerminal } from '../../tests/tui/open-pty.ts';

const PICTURES = 'docs/pictures';
const pages = [
  'README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)),
]
  .filter((name) => name.endsWith('.md'))
  .map((name) => readFileSync(name, 'utf8'))
  .join('\n');
const files = readdirSync(PICTURES);

it.each(files)('%s is shown by a page', (file) => {
  expect(pages).toContain(`pictures/${file}`);
});

it.each(files)('%s has no path of the machine it was made on', (file) => {
  expect(readFileSync(join(PICTURES, file), 'utf8')).not.toMatch(/\/(?:tmp|root|home|Users|work)\//);
});

it('the recorded session ends with the answer and its totals, within the window', async () => {
  const file = join(PICTURES, 'session.cast');
  expect(statSync(file).size).toBeLessThan(200_000);
  const [head = '', ...events] = readFileSync(file, 'utf8').trimEnd().split('\n');
  const { version, width, height } = JSON.parse(head) as Record<'version' | 'width' | 'height', number>;
  expect(version).toBe(2);
  const terminal = new xterm.Terminal({ cols: width, rows: height, scrollback: 1000, allowProposedApi: true });
  let last = 0;
  for (const event of events) {
    const [at, kind, data] = JSON.parse(event) as [number, string, string];
    expect([kind, at - last >= 0 && at - last <= 1.501]).toEqual(['o', true]);
    last = at;
    terminal.write(data);
  }
  const rows = (await readTerminal(terminal)).split('\n');
  // A row that was too wide would continue in the next one, which are joined here.
  expect(Math.max(...rows.map(({ length }) => length))).toBeLessThanOrEqual(width);
  const screen = rows.slice(-height).join('\n');
  expect(screen).toMatch(/^ {2}Fixed: tokenize compared with <=/m);
  expect(screen).toMatch(/^ {2}\d+(?:\.\d)? s · 6 calls · 1 file \+1 −1 · \S+ tokens · \$\S+ · Ctrl-O expand$/m);
  expect(screen).toContain('Type a request');
});

it('the session for a screen reader is whole and has no signs of the drawn screen', () => {
  const said = readFileSync(join(PICTURES, 'screen-reader.txt'), 'utf8');
  expect(said).toMatch(/^Bowline \S+, /);
  expect(said).toMatch(/^Turn finished: .+ Context \d+ percent\.$/m);
  expect(said).toMatch(/^To resume this session: /m);
  expect(said).not.toMatch(/[╭│├╰─━❯✓✗✖▲·…−\u001B]/);
});
