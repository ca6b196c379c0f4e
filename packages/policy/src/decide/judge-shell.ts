import type { ShellLine } from '../shell/shell-line.ts';
import { judge, type Judgement } from './judge.ts';
import { matchWords } from './match-rule.ts';
import type { PolicySet, RankedRule } from './policy-set.ts';
import type { Question } from './question.ts';
import { compareStrictness } from './strictest.ts';

/** What the rules say about a command line and about each of its commands. */
export interface ShellJudgement extends Judgement {
  readonly perCommand: readonly { readonly command: string; readonly judgement: Judgement }[];
}

/** The most commands that a user can be expected to read before approving. */
const MAX_COMMANDS = 50;

/** Judges each command of a line separately. The strictest verdict applies to the line. */
export function judgeShell(candidates: readonly RankedRule[], question: Question, set: PolicySet): ShellJudgement {
  const line = lineOf(question);
  if (line.kind === 'not_understood') return judgeLine(candidates, question, { set, why: line.why });
  const { commands } = line;
  if (commands.length > MAX_COMMANDS) {
    const why = `it has ${commands.length} commands; at most ${MAX_COMMANDS} can be checked. Split it`;
    const judged = judgeLine(candidates, question, { set, why });
    return judged.verdict === 'allow' ? judged : { ...judged, verdict: 'deny' };
  }
  const perCommand = commands.map((command) => ({
    command: command.text,
    judgement: judge(candidates, question.about({ kind: 'command', command }), set.isTrusted),
  }));
  const [first, ...others] = perCommand.map(({ judgement }) => judgement);
  if (first === undefined) return judgeLine(candidates, question, { set, why: 'it contains no command' });
  const strictest = others.reduce((a, b) => (compareStrictness(b.verdict, a.verdict) > 0 ? b : a), first);
  const all = [first, ...others];
  const notes = [...new Set([strictest, ...all].flatMap((judgement) => judgement.notes))];
  const joined = { ...strictest, matched: joinMatched(all), notes };
  const narrowed = all.length === 1 ? undefined : narrowByLine(candidates, question, all);
  if (narrowed === undefined || compareStrictness(narrowed.rule.decision, joined.verdict) <= 0)
    return { ...joined, perCommand };
  return {
    ...joined,
    verdict: narrowed.rule.decision,
    by: narrowed,
    matched: [narrowed, ...joined.matched],
    perCommand,
  };
}

/** Judges a line that cannot be judged command by command. */
function judgeLine(
  candidates: readonly RankedRule[],
  question: Question,
  { set, why }: { readonly set: PolicySet; readonly why: string },
): ShellJudgement {
  const { command } = question.call.args;
  const text = typeof command === 'string' ? command : '';
  const judged = judge(candidates, question.about({ kind: 'line', text, why }), set.isTrusted);
  const notes = judged.notes.some((note) => note.includes(why)) ? judged.notes : [...judged.notes, why];
  return { ...judged, notes: judged.verdict === 'allow' ? judged.notes : notes, perCommand: [] };
}

/**
 * The pattern of a restricting rule may match several commands of a line together. The rule applies if it is stronger
 * than the rule that decided about at least one of them.
 */
function narrowByLine(
  candidates: readonly RankedRule[],
  question: Question,
  judged: readonly Judgement[],
): RankedRule | undefined {
  const weakest = Math.max(...judged.map(({ rank }) => rank));
  const { command } = question.call.args;
  if (typeof command !== 'string') return undefined;
  const whole = question.about({ kind: 'command', command: { ...asOne, text: command } });
  return candidates.find(({ rule, rank }) => {
    const kind = rule.conditions.words?.kind;
    const isPattern = kind === 'args_pattern' || kind === 'command_regex';
    return (
      rank < weakest && isPattern && rule.decision !== 'allow' && matchWords(rule.conditions, whole, true) === 'yes'
    );
  });
}

const asOne = { argv: [], isReadOnly: false, hazard: null, danger: null, writes: [] };

function joinMatched(judged: readonly Judgement[]): readonly RankedRule[] {
  return [...new Set(judged.flatMap(({ matched }) => matched))].sort((a, b) => a.rank - b.rank);
}

/** The parsed line. A line that was not parsed counts as not understood. */
function lineOf({ call: { shell } }: Question): ShellLine {
  return shell ?? { kind: 'not_understood', why: 'it could not be read' };
}
