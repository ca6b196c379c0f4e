import { answer, openGeminiServer } from '@bowline/testkit';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTerminal } from '../../tests/tui/open-terminal.ts';
import { writeProject } from './write-project.ts';
const home = mkdtempSync('/tmp/bl-look-');
const cwd = writeProject(home);
mkdirSync(join(home, '.bowline'));
writeFileSync(join(home, '.bowline/settings.json'), JSON.stringify({ security: { sandbox: 'off' } }));
const server = await openGeminiServer([
  answer.httpError(503), answer.httpError(503), answer.text('Here after all.'),
  answer.quota({ retryDelay: '400s' }), answer.text('From flash.'),
  answer.calls({ name: 'run_shell_command', args: { command: 'sleep 60' } }),
  answer.httpError(400), answer.text('Retried fine.'),
  answer.httpError(503), answer.httpError(503), answer.text('switched'),
] as never);
const env = { PATH: process.env['PATH'] ?? '', HOME: home, BOWLINE_HOME: join(home, '.bowline'), GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: server.url, LANG: 'C.UTF-8', COLORTERM: 'truecolor', GEMINI_CLI_TRUST_WORKSPACE: 'true', PS1: '$ ', TERM: 'xterm-256color' };
const t = openTerminal({ command: ['bash', '--norc', '-i'], cwd, env, columns: Number(process.argv[2] ?? 100), rows: 30 });
const show = (name: string): void => { console.log(`--- ${name}`); console.log(t.screen()); };
try {
  t.type(`${process.execPath} /work/h-d/packages/cli/dist/main.js --model ${process.argv[3] ?? 'pro'}`); t.press('Enter');
  await t.shows('/model'); await t.read();
  await t.enter('one'); await t.shows(/Retrying in/); show('retry'); t.press('Enter'); await t.shows('Here after all'); await t.read(); show('retried');
  await t.enter('two'); await t.shows('Quota reached'); await t.read(); show('quota'); await t.answer('f'); await t.shows('From flash'); await t.read(); show('switched');
  await t.enter('three'); await t.shows('Running sleep'); await t.read(); t.press('Escape'); await t.hides('Running sleep'); await t.read(); show('interrupted');
  await t.enter('four'); await t.shows('/retry'); await t.read(); show('failed'); await t.enter('/retry'); await t.shows('Retried fine'); await t.read(); show('retried');
  await t.enter('five'); await t.shows(/Retrying in/); await t.enter('/model gemini-2.5-flash'); await t.shows('switched'); await t.read(); show('model switched during a retry');
} catch (e) { console.log(String(e)); } finally { t.close(); await server.close(); }
process.exit(0);
