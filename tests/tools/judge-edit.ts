import type { EditCase } from './edit-cases/edit-case.ts';

/** The outcome of a case: the reported error, and the file afterwards. */
export interface EditResult {
  /** Undefined if the tool reported success. */
  readonly errorType: string | undefined;
  readonly after: Uint8Array | undefined;
}

/** Correct, a refusal although the edit was certain, or what must never happen: a wrong file. */
export type Judgement = 'edited' | 'refused' | 'refused_otherwise' | 'missed' | 'wrong';

/** Compares a result with the expectation of a case. */
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
