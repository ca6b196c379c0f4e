import { isStrong, type Anchor } from './anchors/anchor.ts';
import { missingAnchors } from './anchors/missing-anchors.ts';
import { shareIn, stemsOf, toPlain } from './anchors/says.ts';
import { toLine } from './cut-middle.ts';
import { showSections } from './show-sections.ts';
import { longest, tidySummary, type Summary } from './summary.ts';
import type { Verification } from './verification.ts';

type Missing = Verification['missing'][number];
type Wrong = Verification['wrong'][number];

/** The maximum number of weaker anchors added if no model judged them. */
const MOST_UNJUDGED = 30;
const PATH = /^\S*[\w-][./][\w-]\S*$/u;
/** The mutual overlap required for two sentences to be about the same thing. */
const ALIKE = { claim: 0.8, entry: 0.6 } as const;

/**
 * Corrects wrong claims, adds what was found missing, and then any strong anchor that is still missing. Without a
 * verification it also adds weaker anchors, since nothing says that they do not matter. Idempotent.
 */
export function completeSummary(
  summary: Summary,
  verification: Verification | undefined,
  anchors: readonly Anchor[],
): Summary {
  const { missing, wrong } = verification ?? { missing: [], wrong: [] };
  const fixes = wrong.map(toFix);
  const change = createCorrection(fixes);
  const corrected = correct(tidySummary(summary), fixes);
  const added = missing.map((one) => ({ ...one, fact: change(withPath(one)) })).reduce(addMissing, corrected);
  const wanted = anchors.map((anchor) => ({ ...anchor, context: change(toLine(anchor.context, longest.text)) }));
  const strong = missingAnchors(wanted.filter(isStrong), showSections(added)).reduce(addAnchor, added);
  if (verification !== undefined) return strong;
  const weak = wanted.filter((anchor) => !isStrong(anchor)).slice(0, MOST_UNJUDGED);
  return missingAnchors(weak, showSections(strong)).reduce(addAnchor, strong);
}

function addMissing(summary: Summary, { kind, fact }: Missing): Summary {
  switch (kind) {
    case 'requirement':
      return { ...summary, requirements: add(summary.requirements, fact) };
    case 'decision':
      return addDecision(summary, fact);
    case 'done':
      return { ...summary, done: add(summary.done, fact) };
    case 'open':
      return { ...summary, open: add(summary.open, fact) };
    case 'file':
      return addFile(summary, fact);
    case 'fact':
      return { ...summary, facts: add(summary.facts, fact) };
  }
}

function addAnchor(summary: Summary, { kind, text, context }: Anchor): Summary {
  switch (kind) {
    case 'requirement':
      return { ...summary, requirements: add(summary.requirements, context) };
    case 'todo':
      return { ...summary, open: add(summary.open, context) };
    case 'file':
      return withFile(summary, { path: text, state: context });
    case 'decision':
      return addDecision(summary, context);
    case 'exact':
    case 'path':
    case 'error':
    case 'earlier':
      return { ...summary, facts: add(summary.facts, context) };
  }
}

function addDecision(summary: Summary, fact: string): Summary {
  const texts = summary.decisions.map(({ what }) => what);
  const isThere = add(texts, fact).length === texts.length;
  return isThere
    ? summary
    : { ...summary, decisions: [...summary.decisions, { what: toLine(fact, longest.text), why: '' }] };
}

/** A missing fact about a file, with its name. */
function withPath({ kind, fact, where }: Missing): string {
  const isNamed = kind !== 'file' || !PATH.test(where) || fact.includes(where);
  return toLine(isNamed ? fact : `${fact} (${where})`, longest.text);
}

/** Adds a file from a description. Without a file name it becomes an ordinary fact. */
function addFile(summary: Summary, fact: string): Summary {
  const path = fact.split(/[\s,;:()`"']+/u).find((word) => PATH.test(word));
  const known = summary.files.find((file) => file.path === path);
  if (path !== undefined && known === undefined) return withFile(summary, { path, state: fact });
  return known !== undefined && has(known.state, fact) ? summary : { ...summary, facts: add(summary.facts, fact) };
}

function withFile(summary: Summary, entry: Summary['files'][number]): Summary {
  const path = toLine(entry.path, longest.text);
  const isKnown = path === '' || summary.files.some((file) => file.path === path);
  if (isKnown || summary.files.length >= longest.list) return summary;
  return { ...summary, files: [...summary.files, { path, state: entry.state }] };
}

/** Adds a text that is not there yet, if there is room. */
function add(texts: readonly string[], text: string): string[] {
  const line = toLine(text, longest.text);
  const plain = toPlain(line);
  const isThere = plain === '' || texts.some((one) => has(one, line));
  return isThere || texts.length >= longest.list ? [...texts] : [...texts, line];
}

/** Corrects each claim once: a correction may resemble what it corrects. */
function createCorrection(fixes: readonly Wrong[]): (entry: string) => string {
  return (entry) =>
    fixes.some(({ correction }) => has(entry, correction)) ? entry : fixes.reduce(correctEntry, entry);
}

function correct(summary: Summary, fixes: readonly Wrong[]): Summary {
  const change = createCorrection(fixes);
  const changed = tidySummary({
    goal: change(summary.goal),
    requirements: summary.requirements.map(change),
    decisions: summary.decisions.map(({ what, why }) => ({ what: change(what), why: change(why) })),
    facts: summary.facts.map(change),
    files: summary.files.map(({ path, state }) => ({ path, state: change(state) })),
    done: summary.done.map(change),
    open: summary.open.map(change),
  });
  const text = showSections(changed);
  const unplaced = fixes.filter(({ correction }) => !has(text, correction));
  return { ...changed, facts: unplaced.reduce((facts, { correction }) => add(facts, correction), changed.facts) };
}

function toFix({ claim, correction }: Wrong): Wrong {
  return { claim: toLine(claim, longest.text).toLowerCase(), correction: toLine(correction, longest.text) };
}

/** Replaces a claim inside an entry, or the whole entry if it states the claim in other words. */
function correctEntry(entry: string, { claim, correction }: Wrong): string {
  const at = claim === '' ? -1 : entry.toLowerCase().indexOf(claim);
  if (at >= 0) {
    const mended = toLine(entry.slice(0, at) + correction + entry.slice(at + claim.length), longest.text);
    return has(mended, correction) ? mended : correction;
  }
  const isAlike =
    shareIn(new Set(stemsOf(entry)), stemsOf(claim)) >= ALIKE.claim &&
    shareIn(new Set(stemsOf(claim)), stemsOf(entry)) >= ALIKE.entry;
  return isAlike ? correction : entry;
}

function has(text: string, part: string): boolean {
  return toPlain(text).includes(toPlain(part));
}
