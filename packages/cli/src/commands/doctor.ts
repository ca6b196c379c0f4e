import { examineMachine } from '../doctor/examine-machine.ts';
import { type Check } from '../doctor/check.ts';
import type { CommandEnv } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { doctorTexts } from '../texts/doctor-texts.ts';
import { createPaint } from '../print/create-paint.ts';
import { parseWords } from '../usage/parse-words.ts';
import { toColumns } from '../print/to-columns.ts';
import { toPlainPath } from '../print/to-plain-path.ts';
import { WaitingLine } from '../print/waiting-line.ts';

/** Checks this machine. Resolves to the exit code. */
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

const colors = { ok: 'green', warning: 'yellow', problem: 'red' } as const;

function toText(checks: readonly Check[], env: CommandEnv): string {
  const paint = createPaint(env);
  const rows = checks.flatMap((check) => [
    [paint(colors[check.state], check.state), check.name, toPlainPath(check.text, env.home)],
    ...(check.state === 'ok' ? [] : [['', '', doctorTexts.fix(toPlainPath(check.fix, env.home))]]),
  ]);
  return `${toColumns(rows).join('\n')}\n\n${summaryOf(checks)}\n`;
}

function summaryOf(checks: readonly Check[]): string {
  const count = (wanted: Check['state']): number => checks.filter(({ state }) => state === wanted).length;
  const [problems, warnings] = [count('problem'), count('warning')];
  const found = [
    ...(problems === 0 ? [] : [doctorTexts.problems(problems)]),
    ...(warnings === 0 ? [] : [doctorTexts.warnings(warnings)]),
  ];
  return found.length === 0 ? doctorTexts.allGood : found.join(', ');
}
