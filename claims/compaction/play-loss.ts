import { WORDS_TITLE, type Summary } from '@bowline/context';
import type { Content } from '@google/genai';
import { createSeededRandom } from '../../tests/kit/seeded-random.ts';
import { isSummaryQuestion, textOf, type Roles } from '../../tests/turns/view-model.ts';
import { verifyHonestly } from '../../tests/context/compaction/honest-verifier.ts';
import { says, toSummary, type LongSession } from '../../tests/context/compaction/long-sessions.ts';
import { playSession, type PlayedSession, type View } from './play-session.ts';
import type { PlantedFact } from '../../tests/context/compaction/session-spec.ts';
import { SessionWriter } from '../../tests/context/compaction/session-writer.ts';

/** How the summaries of a session are made and verified. */
export interface Summarizing {
  /** The fact that every summary omits. */
  readonly forgets?: PlantedFact | undefined;
  /** Whether an honest model verifies each summary; otherwise that request gets no answer. */
  readonly isChecked: boolean;
  readonly isAsked: boolean;
}

/** What the views after the summaries of a session contain, and what they lack. */
export interface Kept extends PlayedSession {
  /** Facts from the session so far that a view lacks. */
  readonly lost: readonly PlantedFact[];
  /** User messages that a view does not contain verbatim. */
  readonly lostWords: readonly string[];
  /** How often the forgotten fact was only in the summarized part. */
  readonly atStake: number;
  /** How often the summary contained it nevertheless, not counting the user's own words. */
  readonly caught: number;
}

/** The length of the part added after each session, so that the whole session is summarized. */
const EPILOGUE = 70;
const WORDS = `\n${WORDS_TITLE}`;

/** Plays a session and an epilogue, with accurate summaries that may omit one fact. */
export async function playLoss(session: LongSession, { forgets, isChecked, isAsked }: Summarizing): Promise<Kept> {
  const contents = [...session.contents, ...writeEpilogue(session)];
  const aside: Roles['aside'] = (text, request) => {
    if (isSummaryQuestion(text)) return summarize(session, textOf(request.contents), forgets);
    return isChecked ? verifyHonestly({ instruction: '', contents: [...request.contents] }, session.facts) : undefined;
  };
  const played = await playSession({ contents, aside, isAsked });
  const lost = played.views.flatMap((view) => lostFacts(session.facts, contents, view));
  const lostWords = played.views.flatMap((view) => lostMessages(contents, view));
  const staked = forgets === undefined ? [] : played.views.filter((view) => isAtStake(forgets, contents, view));
  const caught = staked.filter((view) => forgets !== undefined && says(sectionsOf(view), forgets)).length;
  return { ...played, lost, lostWords, atStake: staked.length, caught };
}

/** Plays a session with summaries that are far larger than what they replace. */
export async function playLargeSummaries({ contents, goal }: LongSession): Promise<PlayedSession> {
  const much = Array.from({ length: 100 }, (_, n) => `${n} ${'much useless detail '.repeat(20)}`);
  const decisions = much.map((what) => ({ what, why: what }));
  const summary: Summary = { goal, requirements: much, decisions, facts: much, files: [], done: much, open: much };
  const aside: Roles['aside'] = (text) => (isSummaryQuestion(text) ? summary : { missing: [], wrong: [] });
  return await playSession({ contents, aside, isAsked: true });
}

/** A summary with exactly the facts that the transcript contains, except the forgotten one. */
function summarize({ goal, facts }: LongSession, text: string, forgets: PlantedFact | undefined): Summary {
  return toSummary(
    goal,
    facts.filter((fact) => fact !== forgets && says(text, fact)),
  );
}

function writeEpilogue({ name }: LongSession): readonly Content[] {
  const spec = { name, goal: 'Now go through the rest of it.', folder: 'lib/rest', extension: 'ts', facts: [] };
  const written = new SessionWriter(spec, createSeededRandom(name.length)).write();
  const end = written.findLastIndex((content, n) => n < EPILOGUE && isSaid(content));
  return [...written.slice(0, end), { role: 'model', parts: [{ text: 'That was the rest.' }] }];
}

function isSaid({ role, parts }: Content): boolean {
  return role === 'user' && parts?.[0]?.text !== undefined;
}

function lostFacts(
  facts: readonly PlantedFact[],
  contents: readonly Content[],
  { contents: shown, told }: View,
): PlantedFact[] {
  const [before, now] = [textOf(contents.slice(0, told)), textOf(shown)];
  return facts.filter((fact) => says(before, fact) && !says(now, fact));
}

function lostMessages(contents: readonly Content[], { contents: shown, told }: View): string[] {
  const now = textOf(shown);
  return contents.slice(0, told).flatMap((content) => {
    const text = isSaid(content) ? (content.parts?.[0]?.text ?? '') : '';
    return now.includes(text.trim()) ? [] : [text];
  });
}

/** Whether a fact was in the session and is not in the part that is kept verbatim. */
function isAtStake(fact: PlantedFact, contents: readonly Content[], { contents: shown, told }: View): boolean {
  return says(textOf(contents.slice(0, told)), fact) && !says(textOf(shown.slice(1)), fact);
}

function sectionsOf({ contents }: View): string {
  return (contents[0]?.parts?.[0]?.text ?? '').split(WORDS)[0] ?? '';
}
