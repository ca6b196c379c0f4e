import type { EditCase } from './edit-cases/edit-case.ts';

/** What a tool made of a case: whether it said that it failed, and the file as it is now. */
export interface EditResult {
  /** Undefined when it said that the edit was made. */
  readonly errorType: string | undefined;
  readonly after: Uint8Array | undefined;
}

/** Right, a refusal where an edit was certain, or the one thing that must never be: a file that nobody asked for. */
export type Judgement = 'edited' | 'refused' | 'refused_otherwise' | 'missed' | 'wrong';

/** Holds a result against what has to come of a case. */
export function judgeEdit({ before, expected }: EditCase, { errorType, after }: EditResult): Judgement {
  const isUntouched = isSame(after, before);
  if ('after' in expected) {
    if (errorType === undefined) return isSame(after, expected.after) ? 'edited' : 'wrong';
    return isUntouched ? 'missed' : 'wrong';
  }
  if (errorType === undefined || !isUntouched) return 'wrong';
  return errorType === expected.refused ? 'refused' : 'refused_otherwise';
}

function isSame(data: Uint8Array | undefined, expected: string | Uint8Array | undefined): boolean {
  if (data === undefined || expected === undefined) return data === expected;
  return Buffer.from(data).equals(typeof expected === 'string' ? Buffer.from(expected) : expected);
}
