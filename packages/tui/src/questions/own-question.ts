import type { InputRequest } from '@bowline/protocol';
import type { Choice } from './option-keys.ts';

/** How a question of the screen itself differs from one of the session. */
export interface OwnWords {
  /** The option that postpones the question. */
  readonly later: string;
  /** The title, from its longest form to its shortest. */
  readonly title: (now: number) => readonly string[];
  /** At the right of the title. */
  readonly right: readonly string[];
  /** Below the title. */
  readonly about: string;
}

/** A question of the screen itself. It is shown and answered like one of the session, but never sent. */
export interface OwnQuestion extends Choice {
  readonly own: OwnWords;
}

/** The words of a question of the screen itself; null for one of the session. */
export function ownOf(request: InputRequest): OwnWords | null {
  return 'own' in request ? (request as OwnQuestion).own : null;
}
