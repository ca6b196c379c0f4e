import { examineMachine, type Check } from '@bowline/assembly';
import type { CommandEnv } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { createPaint } from './create-paint.ts';
import { parseWords } from './parse-words.ts';
import { toColumns } from './to-columns.ts';
import { toPlainPath } from './to-plain-path.ts';
import { WaitingLine } from './waiting-line.ts';

/** Looks for what is wrong with this machine. Resolves to the exit code. */
export async function runDoctor(words: readonly string[], env: CommandEnv): Promise<number> {
  const { isJson, isOffline, model } = parseWords(words, { name: 'doctor', names: 0 });
  const { machine, home, cwd: workspace, signal } = env;
  const waiting = new WaitingLine(env);
  const onWaiting = (names: readonly string[]): void => {
    waiting.show(names);
  };
  const examined = { machine, env: env.env, home, workspace, model, isOffline, signal, onWaiting };
  const checks = await examineMachine(examined).finally(() => {
    waiting.close();
  });
  if (signal.aborted) return EXIT.aborted;
  const problems = checks.filter(({ state }) => state === 'problem').length;
  if (isJson) env.stdout(`${JSON.stringify({ isFit: problems === 0, checks })}\n`);
  else env.stdout(toText(checks, env));
  return problems === 0 ? EXIT.ok : EXIT.failed;
}

const colours = { ok: 'green', warning: 'yellow', problem: 'red' } as const;

function toText(checks: readonly Check[], env: CommandEnv): string {
  const paint = createPaint(env);
  const rows = checks.flatMap((check) => [
    [paint(colours[check.state], check.state), check.name, toPlainPath(check.text, env.home)],
    ...(check.state === 'ok' ? [] : [['', '', `fix: ${toPlainPath(check.fix, env.home)}`]]),
  ]);
  return `${toColumns(rows).join('\n')}\n\n${summaryOf(checks)}\n`;
}

function summaryOf(checks: readonly Check[]): string {
  const count = (state: Check['state'], word: string): string[] => {
    const n = checks.filter((check) => check.state === state).length;
    return n === 0 ? [] : [`${n} ${word}${n === 1 ? '' : 's'}`];
  };
  const found = [...count('problem', 'problem'), ...count('warning', 'warning')];
  return found.length === 0 ? 'all is well' : found.join(', ');
}
