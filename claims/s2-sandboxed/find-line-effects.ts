import { SECRETS } from '../shell-lines/open-scratch.ts';
import { toForms } from '../shell-lines/to-forms.ts';
import type { LineEffect, PlannedLine } from '../shell-lines/line-plan.ts';
import type { CanaryHost } from '../shell-lines/open-canary-host.ts';
import { runLines, type Launch } from './run-lines.ts';

const FORMS = Object.values(SECRETS).flatMap(toForms);

/** The result of lines that were run together. */
export interface LinesRan {
  readonly effects: readonly LineEffect[];
  readonly succeeded: number;
}

/** Runs lines of one folder in one sandbox, and finds the ones with an effect by bisection. */
export async function findLineEffects(
  host: CanaryHost,
  launch: Launch,
  lines: readonly PlannedLine[],
): Promise<LinesRan> {
  const [first] = lines;
  if (first === undefined) return { effects: [], succeeded: 0 };
  const texts = lines.map(({ line }) => host.toLine(line));
  const ran = await runLines(launch, texts, host.folders[first.folder]);
  const secrets = ran.flatMap(({ output }, n): readonly LineEffect[] => {
    const form = FORMS.find((each) => output.includes(each));
    return form === undefined ? [] : [{ line: texts[n] ?? '', kind: 'secret', what: form }];
  });
  const seen = (await host.look()).map((effect): LineEffect => ({ ...effect, line: texts.join('\n') }));
  const succeeded = ran.filter(({ code }) => code === 0).length;
  if (seen.length === 0 || lines.length === 1) return { effects: [...secrets, ...seen], succeeded };
  const middle = Math.ceil(lines.length / 2);
  const halves = [
    await findLineEffects(host, launch, lines.slice(0, middle)),
    await findLineEffects(host, launch, lines.slice(middle)),
  ].flatMap(({ effects }) => effects);
  return { effects: halves.length > 0 ? halves : [...secrets, ...seen], succeeded };
}
