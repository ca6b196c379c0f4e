import { PLAIN, type Judgement } from './judgement.ts';

/** Combines what a program does if it is started several times with different words. */
export function joinJudgements(judgements: readonly Judgement[]): Judgement {
  const [only] = judgements;
  if (judgements.length <= 1) return only ?? PLAIN;
  return {
    isReadOnly: judgements.every(({ isReadOnly }) => isReadOnly),
    hazard: judgements.find(({ hazard }) => hazard !== null)?.hazard ?? null,
    starts: [
      ...new Map(judgements.flatMap(({ starts }) => starts).map((each) => [JSON.stringify(each), each])).values(),
    ],
    reads: judgements.flatMap(({ reads }) => reads),
  };
}
