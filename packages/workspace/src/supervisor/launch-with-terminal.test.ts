import process from 'node:process';
import { expect, test } from 'vitest';
import { launchWithTerminal } from './launch-with-terminal.ts';

function launch(command: string): ReturnType<typeof launchWithTerminal> {
  const { pid, env } = process;
  const spec = { command, cwd: '/', env: { PATH: env['PATH'] ?? '' }, confinement: null, onChunk: () => undefined };
  return launchWithTerminal(spec, { sandbox: undefined, group: undefined, pid });
}

test('reports how a command ended even if it closed its terminal first', async () => {
  const command = launch('exec 0<&- 1>&- 2>&-; sleep 0.05; exit 3');
  expect(await command?.ended).toEqual({ exitCode: 3, signal: null, notes: [] });
});

test('reports the signal that ended it', async () => {
  expect(await launch('kill -HUP $$')?.ended).toEqual({ exitCode: null, signal: 'SIGHUP', notes: [] });
});
