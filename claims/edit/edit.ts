import type { EditCase } from '../../tests/tools/edit-cases/edit-case.ts';
import { editCorpus } from '../../tests/tools/edit-cases/edit-corpus.ts';
import { PEER_LIMIT_MS, runGeminiPeer, type PeerLine } from './gemini-peer.ts';
import { isPromisedByBoth } from '../../tests/tools/is-promised-by-both.ts';
import { judgeEdit, type Judgement } from '../../tests/tools/judge-edit.ts';
import { runEdit } from '../../tests/tools/run-edit.ts';
import type { Claim } from '../claim.ts';
import { round } from '../shared/round.ts';

const LEAST_RATE = 0.95;
const LEAST_CASES = 150;

interface Judged {
  readonly each: EditCase;
  readonly judgement: Judgement;
  readonly ms: number;
}

/**
 * Checks that a requested edit is made, or rejected if it would be a guess, and that a file never becomes anything
 * else.
 */
export const edit: Claim = {
  id: 'edit',
  sentence: `Of at least ${LEAST_CASES} edits of the kinds that models request, none changes a file in an unintended way. At least ${LEAST_RATE * 100}% of the unambiguous edits are made, whatever their layout. Edits that would be a guess are rejected. We wrote the cases alongside the tool: they show which rules it follows, not how often models need it.`,
  async run({ isQuick, say }) {
    const cases = Object.values(editCorpus).flat();
    const judged = await judgeAll(cases);
    for (const { each, judgement } of judged) {
      const isRight = judgement === ('after' in each.expected ? 'edited' : 'refused');
      if (!isRight) say(`${judgement}: ${each.title}`);
    }
    const wanted = judged.filter(({ each }) => 'after' in each.expected);
    const guesses = judged.filter(({ each }) => 'refused' in each.expected);
    const edited = count(wanted, 'edited');
    const wrong = count(judged, 'wrong');
    const successRate = round(edited / wanted.length);
    say(`${edited} of ${wanted.length} edits made, ${wrong} wrong`);
    const peer = isQuick ? { geminiCli: 'not measured: only in the full form' } : await measurePeer();
    return {
      holds: cases.length >= LEAST_CASES && wrong === 0 && successRate >= LEAST_RATE,
      figures: {
        cases: cases.length,
        editsExpected: wanted.length,
        edited,
        successRate,
        wrong,
        refusalsExpected: guesses.length,
        refused: count(guesses, 'refused'),
        slowestMs: Math.round(Math.max(...judged.map(({ ms }) => ms))),
        ...peer,
      },
      against: `the result that each case specifies, byte for byte; and the edit tool of Gemini CLI as published, only on the cases whose result the documentation of both tools promises (an exact old_string in one place, in several, or in all requested places), with correction by a model off, which is its default, and at most ${PEER_LIMIT_MS / 1000} s per case`,
    };
  },
};

async function judgeAll(cases: readonly EditCase[]): Promise<readonly Judged[]> {
  const judged: Judged[] = [];
  for (const each of cases) {
    const start = performance.now();
    const result = await runEdit(each);
    judged.push({ each, judgement: judgeEdit(each, result), ms: performance.now() - start });
  }
  return judged;
}

type Answer = PeerLine['judgement'];

function count(list: readonly { readonly judgement: Answer }[], ...judgements: readonly Answer[]): number {
  return list.filter(({ judgement }) => judgements.includes(judgement)).length;
}

/** A machine without access to the registry still measures Bowline, and reports that the peer is missing. */
async function measurePeer(): Promise<Readonly<Record<string, number | string>>> {
  try {
    const { version, lines } = await runGeminiPeer();
    return { geminiCli: version, ...toPeerFigures(lines) };
  } catch (thrown) {
    return { geminiCli: `not measured: ${thrown instanceof Error ? thrown.message : String(thrown)}` };
  }
}

/** Counts only cases whose outcome its own documentation promises too; anything else is its own choice. */
function toPeerFigures(lines: readonly PeerLine[]): Readonly<Record<string, number>> {
  const promised = new Map(
    Object.values(editCorpus)
      .flat()
      .filter(isPromisedByBoth)
      .map((each) => [each.title, each.expected]),
  );
  const judged = lines.filter(({ title }) => promised.has(title));
  const isEdit = ({ title }: PeerLine): boolean => 'after' in (promised.get(title) ?? {});
  const edits = judged.filter(isEdit);
  const refusals = judged.filter((line) => !isEdit(line));
  return {
    promisedByBothEdits: edits.length,
    promisedByBothRefusals: refusals.length,
    geminiEdited: count(edits, 'edited'),
    geminiRefused: count(refusals, 'refused', 'refused_otherwise'),
    geminiUnfinished: count(judged, 'unfinished'),
  };
}
