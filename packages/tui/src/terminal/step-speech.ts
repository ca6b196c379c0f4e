import type { TypedLine } from '../paint/layout/typed-line.ts';
import { spokenTexts } from '../texts/spoken-texts.ts';
import { toSentence } from '../texts/to-spoken-words.ts';

/** A question, a panel or completions in sentences. */
export interface SpokenSection {
  /** Another one is said completely. Of the same one, only what is new. */
  readonly key: string;
  readonly rows: readonly string[];
  /** The chosen answer, which is said when it changes. */
  readonly chosen: string | null;
}

/** What is happening. */
export interface SpokenActivity {
  readonly words: string;
  /** The words without what counts. */
  readonly about: string;
  /** How to stop it. */
  readonly hint: string;
  /** How long it has taken, in words. Null if that does not matter, and the words are said at once. */
  readonly elapsed: string | null;
}

/** Everything that the dock has to say, and the line that is being typed. */
export interface SpokenDock {
  readonly section: SpokenSection | null;
  readonly activity: SpokenActivity | null;
  /** Notes, each said once while it is there. */
  readonly news: readonly string[];
  readonly line: TypedLine | null;
}

/** An activity, since when it lasts, and when it was last said. */
interface SaidActivity {
  readonly about: string;
  readonly hint: string;
  readonly since: number;
  readonly saidAt: number | null;
}

/** What was said before. */
export interface Speech {
  readonly section: SpokenSection | null;
  readonly news: readonly string[];
  readonly activity: SaidActivity | null;
}

export const SILENCE: Speech = { section: null, news: [], activity: null };

/** A shorter activity is not said: its result follows at once. */
const BRIEF_MS = 2000;
/** How often progress is said. */
const PROGRESS_MS = 10_000;

export interface SpeechStep {
  readonly speech: Speech;
  /** The sentences to say now. */
  readonly rows: readonly string[];
}

/** What to say when the dock has changed, or time has passed. */
export function stepSpeech(before: Speech, next: SpokenDock, now: number): SpeechStep {
  const activity = stepActivity(before.activity, next, now);
  return {
    speech: { section: next.section, news: next.news, activity: activity.state },
    rows: [
      ...next.news.filter((words) => !before.news.includes(words)),
      ...activity.rows,
      ...toNewRows(before.section, next.section),
    ],
  };
}

function toNewRows(before: SpokenSection | null, next: SpokenSection | null): readonly string[] {
  if (next === null) return [];
  if (before?.key !== next.key) return next.rows;
  const rows = next.rows.filter((row) => !before.rows.includes(row));
  return next.chosen === null || next.chosen === before.chosen ? rows : [...rows, spokenTexts.chosen(next.chosen)];
}

interface ActivityStep {
  readonly state: SaidActivity | null;
  readonly rows: readonly string[];
}

function stepActivity(before: SaidActivity | null, { activity, section }: SpokenDock, now: number): ActivityStep {
  if (activity === null) return { state: null, rows: [] };
  // What is open comes first, and its time does not count.
  if (section !== null) return { state: before === null ? null : restart(before, now), rows: [] };
  const { about, hint } = activity;
  const isNewHint = hint !== '' && hint !== before?.hint;
  const state: SaidActivity =
    before?.about === about ? before : { about, hint: before?.hint ?? '', since: now, saidAt: null };
  const rows =
    state.saidAt === null ? toFirst(activity, isNewHint, now - state.since) : toProgress(activity, now - state.saidAt);
  return { state: rows.length === 0 ? state : { ...state, hint, saidAt: now }, rows };
}

function restart(state: SaidActivity, now: number): SaidActivity {
  return { ...state, since: now, saidAt: state.saidAt === null ? null : now };
}

function toFirst({ words, hint, elapsed }: SpokenActivity, isNewHint: boolean, ms: number): readonly string[] {
  if (isNewHint) return [`${toSentence(words)} ${hint}`];
  return elapsed === null || ms >= BRIEF_MS ? [toSentence(words)] : [];
}

function toProgress({ words, elapsed }: SpokenActivity, ms: number): readonly string[] {
  const isDue = elapsed !== null && elapsed !== '' && ms >= PROGRESS_MS;
  return isDue ? [spokenTexts.elapsed(words, elapsed)] : [];
}
