import type { SpokenActivity, SpokenDock, SpokenSection } from '../terminal/step-speech.ts';
import { toSentence, toSpokenWords } from '../texts/to-spoken-words.ts';
import type { DockParts, DockSection } from '../paint/frame/paint-dock.ts';
import type { ActivityWords, RuleWords } from '../paint/frame/paint-rule.ts';

/** What the dock says to a screen reader. `notes` are said when they appear. */
export function toSpokenDock(parts: DockParts, notes: readonly string[]): SpokenDock {
  const { section, activity, draft, hasDraft, waiting } = parts;
  const happening = toActivity(activity);
  // While the agent works, there is a line only if something is typed.
  const isInvited = section !== null || happening === null;
  const line = section?.line ?? (hasDraft ? (draft.line ?? null) : null);
  return {
    section: section === null ? null : toSection(section),
    activity: happening,
    news: [...(waiting === undefined ? [] : [waiting.replace(/^\? /, '')]), ...notes, ...(activity.news ?? [])].map(
      say,
    ),
    line: line === null || (line.text === '' && !isInvited) ? null : line,
  };
}

function toSection({ key, title, rows, keys, chosen }: DockSection): SpokenSection {
  const head = sayRule(title);
  return { key: key ?? head, rows: [head, ...rows, ...(keys === null ? [] : [sayRule(keys)])], chosen: chosen ?? null };
}

function toActivity({ left, about, hint = '', elapsed }: ActivityWords): SpokenActivity | null {
  const words = say(left[0] ?? '').replace(/\.$/, '');
  return words === '' ? null : { words, about: about ?? words, hint, elapsed: elapsed ?? null };
}

/** The longest form of both sides. */
function sayRule({ left, right }: RuleWords): string {
  return say([left[0] ?? '', right[0] ?? ''].filter((part) => part !== '').join(', '));
}

function say(words: string): string {
  return toSentence(toSpokenWords(words).trim());
}
