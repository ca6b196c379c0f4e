import type { WatchedOwner } from '../host/watched-owner.ts';
import { watchTexts } from '../texts/watch-texts.ts';
import type { RuleWords } from '../paint/frame/paint-rule.ts';
import { cleanLine } from '../paint/layout/clean-text.ts';
import type { View } from '../paint/layout/view.ts';

/** The top rule of a session that another process runs: what happens there, and which process it is. */
export function describeWatched(owner: WatchedOwner, words: RuleWords, { theme, isScreenReader }: View): RuleWords {
  const forms = watchTexts.watching(owner.pid, cleanLine(owner.host));
  const right = (owner.kind === 'running' ? forms : forms.slice(-1)).map((form) => theme.dim(form));
  if (owner.kind === 'running') return { left: words.left, right };
  const ended = (owner.isAlive() ? watchTexts.closed : watchTexts.ended)(owner.pid, null);
  return { left: [`${isScreenReader ? '' : `${theme.warning('!')} `}${watchTexts.later(ended)}`], right };
}
