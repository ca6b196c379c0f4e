import type { Transcript } from '../../transcript/transcript.ts';
import { findRetry } from '../../transcript/step-retry.ts';
import { describeCall } from '../calls/describe-call.ts';
import { cleanLine } from '../layout/clean-text.ts';
import type { View } from '../layout/view.ts';
import { truncate, widthOf } from '../layout/wrap.ts';
import { paintCount } from './paint-cost.ts';
import { paintCountdown, paintElapsed } from './paint-duration.ts';
import { paintSpinner } from './paint-spinner.ts';
import { describeTrouble } from '../../texts/trouble-texts.ts';
import { activeVerbs, dockTexts } from '../../texts/dock-texts.ts';
import { spokenTexts } from '../../texts/spoken-texts.ts';
import { toSpokenWords } from '../../texts/to-spoken-words.ts';
import { liveTexts } from '../../texts/transcript-texts.ts';
import { NO_WORDS, type ActivityWords } from '../frame/paint-rule.ts';

/** The present activity and its details, without styles. */
interface Activity {
  readonly words: string;
  /** For little room. */
  readonly brief: string;
  readonly facts: readonly string[];
  /** Other words instead of these, from the longest to the shortest. */
  readonly forms?: readonly string[];
  /** It counts down, so that the elapsed time is not shown. */
  readonly isCounting?: boolean;
}

/** A longer step is cut before the keys that stop it are. */
const STEP_CELLS = 28;
/** Nothing has arrived for so long that the user should know. */
const SILENT_MS = 15_000;

/** The rule while the agent works: what it does, for how long, and how to stop it. The one panel above it lists the steps. */
export function describeActivity(
  transcript: Transcript,
  view: View,
  { heardAt, hasPanel = false }: { readonly heardAt: number; readonly hasPanel?: boolean },
): ActivityWords {
  const { stream } = transcript;
  if (stream === null) return NO_WORDS;
  const { theme } = view;
  const activity = toActivity(transcript, view, heardAt);
  const elapsed = view.now - Date.parse(stream.startedAt) - (stream.waitedMs ?? 0);
  if (view.isScreenReader) return sayActivity(activity, transcript, elapsed);
  const sign = `${theme.accent(paintSpinner(view))} `;
  const steps = hasPanel ? [] : [Infinity, STEP_CELLS].flatMap((cells) => toStep(transcript, cells));
  const stop = findRetry(transcript.live) === undefined ? dockTexts.interrupt : dockTexts.tryNow;
  const rooms = stop.map((keys) => view.width - RULE_CELLS - widthOf(keys));
  const left = toForms(activity, paintElapsed(elapsed), { steps, rooms }).map(
    ([words = '', ...details]) =>
      `${sign}${cleanLine(words)}${details.map((fact) => theme.dim(` · ${cleanLine(fact)}`)).join('')}`,
  );
  return { left, right: stop.map((form) => theme.dim(form)), keepsRight: true };
}

/** The words and then their details. */
type Form = readonly string[];

interface FormParts {
  /** The present step, and cut. */
  readonly steps: readonly string[];
  /** The cells that the keys which stop it leave, from their longest form to their shortest. */
  readonly rooms: readonly number[];
}

/** From the longest form to the shortest. */
function toForms(activity: Activity, elapsed: string, { steps, rooms }: FormParts): readonly Form[] {
  const { words, brief, facts, forms, isCounting = false } = activity;
  if (forms !== undefined) return forms.map((form) => [form]);
  const time = isCounting ? [] : [elapsed];
  const withStep = isCounting ? [] : steps.map((step) => [words, ...time, ...facts, step]);
  const whole = withStep.length === 0 ? [[words, ...time, ...facts]] : withStep;
  const shorter = [
    [words, ...time, ...facts.slice(0, 1)],
    [words, ...time],
  ];
  const all = [[words, ...time, ...facts], ...shorter];
  const [first = [], ...others] = rooms.map((cells) => all.flatMap((form) => cutForm(form, cells)));
  return [...whole, ...shorter, ...first, [brief, ...time], ...others.flat()];
}

/** The frame, the spinner and the space between both sides of the rule. */
const RULE_CELLS = 10;
/** Words that are cut to less say too little. */
const LEAST_WORDS = 16;

/** A long command is cut so that its details and the keys stay visible. Empty if it need not or cannot be. */
function cutForm([words = '', ...details]: Form, cells: number): readonly Form[] {
  const text = cleanLine(words);
  const room = details.reduce((left, fact) => left - widthOf(fact) - 3, cells);
  if (room < LEAST_WORDS || widthOf(text) <= room) return [];
  return [[truncate(text, room).replace(/ +…$/, '…'), ...details]];
}

function toActivity(transcript: Transcript, view: View, heardAt: number): Activity {
  const facts = describeFacts(transcript);
  return (
    describeRetry(transcript, view) ??
    describeRunning(transcript, view, facts) ??
    describeProgress(transcript, view, facts) ??
    describeAnswer(transcript, facts, view.now - heardAt)
  );
}

/** A failed request is tried again after a wait. */
function describeRetry({ progress, live }: Transcript, { now }: View): Activity | null {
  const retry = findRetry(live);
  if (retry === undefined || progress?.until == null) return null;
  const { attempts, count } = retry;
  const place = attempts === null ? '' : dockTexts.attempt(Math.min(count + 1, attempts), attempts);
  const words = dockTexts.retrying(paintCountdown(Date.parse(progress.until) - now), place);
  const trouble = describeTrouble(retry);
  const forms = [`${words} · ${trouble.now}`, `${words} · ${trouble.brief}`, words];
  return { words, brief: words, facts: [], forms, isCounting: true };
}

function describeRunning({ live }: Transcript, { workspace }: View, facts: Activity['facts']): Activity | null {
  const call = live.findLast((item) => item.kind === 'call' && item.status === 'running');
  if (call?.kind !== 'call') return null;
  const { verb, target } = describeCall(call.name, call.args, workspace);
  return { words: dockTexts.running(activeVerbs[verb] ?? verb, target), brief: target === '' ? verb : target, facts };
}

function describeProgress({ progress }: Transcript, { now }: View, facts: Activity['facts']): Activity | null {
  if (progress === null) return null;
  const label = progress.label.charAt(0).toUpperCase() + progress.label.slice(1);
  if (progress.until === null) return { words: label, brief: label, facts };
  const left = dockTexts.left(paintCountdown(Date.parse(progress.until) - now));
  return { words: `${label} · ${left}`, brief: left, facts, isCounting: true };
}

function describeAnswer({ live }: Transcript, facts: Activity['facts'], silentMs: number): Activity {
  const said = live.findLast((item) => item.kind === 'agent' && !item.isWhole);
  const isSaying = said?.kind === 'agent' && said.text !== '';
  const words = said === undefined ? dockTexts.working : isSaying ? dockTexts.answering : dockTexts.thinking;
  const silent = silentMs < SILENT_MS ? [] : [dockTexts.silent(paintElapsed(silentMs))];
  return { words, brief: words, facts: [...silent, ...facts] };
}

/** Tokens so far, and messages that wait. */
function describeFacts(transcript: Transcript): Activity['facts'] {
  const { stream, queued } = transcript;
  const tokens = stream?.tally.outputTokens ?? 0;
  return [
    ...(tokens === 0 ? [] : [dockTexts.tokens(paintCount(tokens))]),
    ...(queued === 0 ? [] : [dockTexts.queued(queued)]),
  ];
}

function sayActivity({ words, isCounting = false }: Activity, transcript: Transcript, elapsed: number): ActivityWords {
  const { live, queued } = transcript;
  return {
    left: [cleanLine(words)],
    right: [],
    // A countdown is said again only as often as other progress.
    ...(isCounting ? { about: cleanLine(words).replaceAll(/\d+/g, '') } : {}),
    hint: findRetry(live) === undefined ? spokenTexts.interrupt : spokenTexts.retry,
    elapsed: toSpokenWords(paintElapsed(elapsed)),
    news: queued === 0 ? [] : [liveTexts.queued(queued)],
  };
}

/** The present step, with as many of its words as fit. */
function toStep({ todos }: Transcript, cells: number): readonly string[] {
  const at = todos.findIndex(({ status }) => status === 'active');
  const todo = todos[at];
  if (todo === undefined) return [];
  const text = cleanLine(todo.text);
  const words = widthOf(text) <= cells ? text : `${truncate(text, cells).replace(/(?: \S*)?…$/, '')}…`;
  return [dockTexts.step(at + 1, todos.length, words)];
}
