import type { InputRequest } from '@bowline/protocol';
import type { QuestionState } from '../question-state.ts';

/** A question, its state, and its position among the pending ones. */
export interface ShownQuestion {
  readonly request: InputRequest;
  readonly state: QuestionState;
  readonly at: number;
  readonly count: number;
  /** Letters go to the question. Otherwise they go to the draft. */
  readonly hasFocus: boolean;
  readonly isDraftEmpty: boolean;
  /** A pasted secret goes to the question without the focus. */
  readonly isSetup?: boolean;
  /** The agent works, so that Escape can stop it. */
  readonly isBusy?: boolean;
  /** The window is low: the answers to an approval are a row of keys. */
  readonly isLow?: boolean;
}
