import type { InputAnswer, InputRequest } from '@bowline/protocol';
import { createTheme } from '../../packages/tui/src/paint/theme/create-theme.ts';
import type { View } from '../../packages/tui/src/paint/layout/view.ts';
import { paintQuestion } from '../../packages/tui/src/questions/paint/paint-question.ts';
import type { Moment, Seen } from './play-sequence.ts';
import type { RawEvent } from './raw-event.ts';

/** What the judge counts, and the faults. */
export interface Verdict {
  readonly answers: number;
  readonly grants: number;
  readonly texts: number;
  readonly faults: readonly string[];
}

const WAIT_MS = 400;
const view: View = {
  width: 100,
  theme: createTheme('plain', { colours: 0 }),
  isScreenReader: false,
  workspace: '/w',
  isUnfolded: false,
  now: 0,
};

/** Compares a play with what the user saw and did. Independent of the logic of the screen. */
export function judgeMoments(moments: readonly Moment[]): Verdict {
  const judge = new Judge();
  for (const moment of moments) judge.look(moment);
  return judge.verdict();
}

interface Press {
  readonly at: number;
  readonly event: RawEvent;
  readonly before: Seen;
  /** Since when question, focus and an empty draft had been unchanged. */
  readonly settledAt: number;
}

class Judge {
  readonly #faults: string[] = [];
  readonly #answered = new Set<string>();
  readonly #counts = { answers: 0, grants: 0, texts: 0 };
  #settledAt = 0;
  /** The last two keyboard events. */
  #presses: readonly Press[] = [];
  #isUsed = false;

  look(moment: Moment): void {
    const { event, before, now } = moment;
    const isTyped = event !== null && event.kind !== 'asked' && event.kind !== 'gone';
    if (isTyped) {
      const press = { at: now, event, before, settledAt: this.#settledAt };
      this.#presses = [...this.#presses.slice(-1), press];
      this.#isUsed = false;
      this.#judgeText(moment, event);
    } else if (moment.after.draft !== before.draft) this.#fault(moment, 'the draft changed although nothing was typed');
    this.#judgeFocus(moment);
    if (moment.effect?.kind === 'answer') this.#judgeAnswer(moment, moment.effect.request, moment.effect.answer);
    if (moment.effect?.kind === 'answer_all') this.#judgeEdits(moment, moment.effect.answers);
    if (!isSameScene(before, moment.after)) this.#settledAt = now;
  }

  verdict(): Verdict {
    return { ...this.#counts, faults: this.#faults };
  }

  #fault({ now, event }: Moment, what: string): void {
    this.#faults.push(`${now}: ${what} (${JSON.stringify(event)})`);
  }

  /** Only a key of the user moves the focus to a question. */
  #judgeFocus(moment: Moment): void {
    const { before, after, event } = moment;
    if (before.hasFocus || !after.hasFocus) return;
    // A press that could be a repeat takes effect a moment later, after a pause.
    const key = event ?? this.#presses.at(-1)?.event;
    const isTab = isPress(key, 'tab');
    if (!isTab && !(isPress(key, 'enter') && before.isDraftEmpty)) this.#fault(moment, 'a question took the focus');
  }

  /** Typed text is in the draft, in a focused field, or in a sent message. */
  #judgeText(moment: Moment, event: RawEvent): void {
    const { before } = moment;
    const text = typedBy(event, before);
    if (text === null) return;
    this.#counts.texts += 1;
    if (before.hasFocus && before.shown !== null && hasField(before.shown, before.listed))
      this.#judgeField(moment, before.shown, text);
    else if (lettersOf(keptText(moment)) !== lettersOf(`${before.draft}${text}`))
      this.#fault(moment, 'typed text was lost');
  }

  #judgeField(moment: Moment, { request, state }: Shown, text: string): void {
    const is = moment.effect?.kind === 'answer' ? undefined : fieldOf(moment.after, request.inputId);
    if (is !== undefined && is.length !== state.field.text.length + text.length)
      this.#fault(moment, 'text was lost in a field');
  }

  #judgeAnswer(moment: Moment, request: InputRequest, answer: InputAnswer): void {
    this.#counts.answers += 1;
    const press = this.#presses.at(-1);
    const { inputId } = request;
    if (this.#answered.has(inputId)) this.#fault(moment, 'answered twice');
    this.#answered.add(inputId);
    if (press === undefined || this.#isUsed) {
      this.#fault(moment, 'an answer without a key of its own');
      return;
    }
    this.#isUsed = true;
    const { before } = press;
    if (before.shown?.request.inputId !== inputId) this.#fault(moment, 'an answer to what was not shown');
    else this.#judgePress(moment, press, { request, answer, shown: before.shown });
    this.#judgeScope(moment, request, answer);
  }

  /** Two presses in the list allow its edits once each, and nothing else. */
  #judgeEdits(moment: Moment, answers: readonly { request: InputRequest; answer: InputAnswer }[]): void {
    this.#counts.answers += answers.length;
    const [, second] = this.#presses;
    const listed = listedAtBoth(this.#presses);
    if (listed.length === 0) this.#fault(moment, 'edits were allowed that were not listed at both presses');
    if (!isPressedTwice(this.#presses, 'e') || this.#isUsed)
      this.#fault(moment, 'edits were allowed without two presses');
    this.#isUsed = true;
    if (isTooEarly(second)) this.#fault(moment, 'edits were allowed right after they could be seen');
    for (const { request, answer } of answers) {
      if (this.#answered.has(request.inputId)) this.#fault(moment, 'answered twice');
      this.#answered.add(request.inputId);
      if (!isListedEdit(request, answer, listed)) this.#fault(moment, 'more than the listed edits was allowed');
    }
  }

  #judgePress(moment: Moment, press: Press, given: Given): void {
    const { event, before, at, settledAt } = press;
    if (at - settledAt < WAIT_MS) this.#fault(moment, `answered ${at - settledAt} ms after it could be seen`);
    if (moment.now - at > 200) this.#fault(moment, 'answered long after the key');
    if (event.kind === 'key') this.#judgeKey(moment, { ...press, event }, given);
    else if (event.kind !== 'chunk' || !event.hasEnter || !before.hasFocus || !hasField(given.shown, before.listed))
      this.#fault(moment, 'answered by a paste or a piece of text');
  }

  #judgeKey(moment: Moment, { event, before }: Press & { readonly event: Key }, given: Given): void {
    if (event.isRepeat) this.#fault(moment, 'answered by a key that was held down');
    if (!before.hasFocus && (event.name !== 'enter' || !before.isDraftEmpty))
      this.#fault(moment, 'answered without the focus');
    if (before.listed !== null && !isMeantInList(event.name, given))
      this.#fault(moment, 'answered from the list with what the key does not say');
    else if (!isMeant(event.name, given)) this.#fault(moment, 'answered with what the key does not say');
    if (isTwice(given) && !isPressedTwice(this.#presses, event.name))
      this.#fault(moment, 'a lasting or dangerous grant without two presses');
  }

  /** A grant has exactly the scope that the screen showed. */
  #judgeScope(moment: Moment, request: InputRequest, answer: InputAnswer): void {
    if (request.kind !== 'confirmation' || answer.kind !== 'confirmation') return;
    if (answer.digest !== request.digest) this.#fault(moment, 'answered for another call');
    const { outcome } = answer;
    if (outcome !== 'session' && outcome !== 'project' && outcome !== 'always') return;
    this.#counts.grants += 1;
    const shown = this.#presses.at(-1)?.before.shown ?? null;
    if (!isSaid(shown, request, outcome)) this.#fault(moment, 'a grant wider than its sentence');
    if (request.findings.length > 0) this.#fault(moment, 'a lasting grant of what is dangerous');
  }
}

/** The list that was shown at both presses, or nothing if it changed. */
function listedAtBoth([first, second]: readonly Press[]): readonly InputRequest[] {
  const listed = second?.before.listed ?? [];
  return first?.before.listed === listed ? listed : [];
}

function isTooEarly(press: Press | undefined): boolean {
  return press !== undefined && press.at - press.settledAt < WAIT_MS;
}

function isListedEdit(request: InputRequest, answer: InputAnswer, listed: readonly InputRequest[]): boolean {
  const isOnce = answer.kind === 'confirmation' && answer.outcome === 'once';
  const isEdit = request.kind === 'confirmation' && request.effect === 'write' && request.findings.length === 0;
  return isOnce && isEdit && listed.includes(request);
}

type Key = Extract<RawEvent, { kind: 'key' }>;
type Confirmation = Extract<InputRequest, { kind: 'confirmation' }>;

function isPress(event: RawEvent | undefined, name: string): boolean {
  return event?.kind === 'key' && event.name === name;
}

/** Two presses of one letter on a focused question, neither too close together nor too far apart. */
function isPressedTwice(presses: readonly Press[], name: string): boolean {
  const [first, second] = presses;
  if (first === undefined || second === undefined || name === 'enter') return false;
  const isOwn = ({ event, before }: Press): boolean =>
    event.kind === 'key' && event.name === name && !event.isRepeat && before.hasFocus;
  const gap = second.at - first.at;
  return isOwn(first) && isOwn(second) && gap >= 150 && gap <= 3000;
}

/** True if the sentence on the screen covers this grant in this scope. */
function isSaid(shown: Seen['shown'], request: Confirmation, outcome: 'session' | 'project' | 'always'): boolean {
  const { grant } = request;
  if (shown === null || grant === undefined) return false;
  const painted = { request, state: shown.state, at: 0, count: 1, hasFocus: true, isDraftEmpty: true };
  const sentence = paintQuestion(painted, view, 60).section.rows.join(' ').replaceAll(/\s+/g, ' ');
  const said = {
    // While the whole change is shown, the answers are a few words each.
    session: [shown.state.isWhole ? 's session' : 's Allow for this session', `Covers ${grant.text}`],
    project: [`Allow ${grant.text} in this project, also in later sessions`, `for ${grant.project ?? '?'} only`],
    always: [`Allow ${grant.text} everywhere, also in later sessions`, 'for all trusted folders'],
  }[outcome];
  return said.every((words) => sentence.includes(words));
}

/** The typed text that remains: the sent message, or the draft. */
function keptText({ outcomes, after }: Moment): string {
  const sent = outcomes.find((outcome) => outcome.kind === 'submit');
  return sent?.kind === 'submit' && sent.submission.kind === 'message' ? sent.submission.text : after.draft;
}

type Shown = NonNullable<Seen['shown']>;

interface Given {
  readonly request: InputRequest;
  readonly answer: InputAnswer;
  readonly shown: Shown;
}

function hasField({ request, state }: Shown, listed: Seen['listed']): boolean {
  if (listed !== null) return false;
  return request.kind === 'text' || request.kind === 'credential' || state.isWriting;
}

function fieldOf({ shown }: Seen, inputId: string): string | undefined {
  return shown?.request.inputId === inputId ? shown.state.field.text : undefined;
}

/** The text that an event types. Null for keys, and for letters meant for a focused question. */
function typedBy(event: RawEvent, { hasFocus, shown, listed, isDraftEmpty }: Seen): string | null {
  if (event.kind === 'chunk' || event.kind === 'paste') return event.text;
  if (event.kind !== 'key' || event.name.length !== 1) return null;
  const isForQuestion = hasFocus && shown !== null && !hasField(shown, listed);
  return isForQuestion || (isDraftEmpty && event.name === '?') ? null : event.name;
}

/** The sorted letters of a text, because the cursor can be anywhere. Ignores blanks: a message is sent trimmed. */
function lettersOf(text: string): string {
  return Array.from(text.replaceAll(/\s/g, '')).toSorted().join('');
}

/** True if the question or the list, the focus and whether the draft is empty are unchanged. */
function isSameScene(one: Seen, other: Seen): boolean {
  const isSameRow = one.shown?.request.inputId === other.shown?.request.inputId;
  const isSameView = one.listed === other.listed && (one.listed !== null || isSameRow);
  const isSame = isSameView && one.hasFocus === other.hasFocus;
  return isSame && (other.hasFocus || one.isDraftEmpty === other.isDraftEmpty);
}

const LETTERS: Readonly<Record<string, string>> = { once: 'yo', session: 's', project: 'p', always: 'a', denied: 'nd' };
/** The rows of an approval, in display order. */
function rowsOf({ grant, findings }: Confirmation): readonly string[] {
  if (findings.length > 0) return ['denied', 'reason', 'once', 'edited'];
  const kept = grant?.project === undefined ? [] : ['project', 'always'];
  return ['once', ...(grant === undefined ? [] : ['session', ...kept]), 'denied', 'reason', 'edited'];
}

/** True if that key in the list gives that answer: for one call, once, and never for what is dangerous. */
function isMeantInList(name: string, { request, answer }: Given): boolean {
  if (request.kind !== 'confirmation' || answer.kind !== 'confirmation') return false;
  if (answer.outcome === 'denied') return 'nd'.includes(name);
  return answer.outcome === 'once' && 'yo'.includes(name) && request.findings.length === 0;
}

/** True if that key on that question gives that answer. */
function isMeant(name: string, { request, answer, shown }: Given): boolean {
  const { state } = shown;
  if (answer.kind === 'declined') return request.kind === 'choice' && name === 'd';
  if (answer.kind === 'choice') return request.kind === 'choice' && (name === 'enter' || /^[1-3]$/.test(name));
  if (answer.kind === 'confirmation')
    return request.kind === 'confirmation' && isConfirmed(name, { request, outcome: answer.outcome, state });
  return name === 'enter' && answer.kind === request.kind && isField(answer, state.field.text);
}

function isField(answer: InputAnswer, text: string): boolean {
  return answer.kind === 'credential' || (answer.kind === 'text' && answer.text === text);
}

function isConfirmed(
  name: string,
  { request, outcome, state }: { request: Confirmation; outcome: string; state: Shown['state'] },
): boolean {
  if (state.isWriting) return name === 'enter' && outcome === 'denied';
  if (name === 'enter') return rowsOf(request)[state.chosen] === outcome;
  return LETTERS[outcome]?.includes(name) === true;
}

function isTwice({ request, answer }: Given): boolean {
  if (answer.kind !== 'confirmation' || request.kind !== 'confirmation') return false;
  const { outcome } = answer;
  return outcome === 'project' || outcome === 'always' || (outcome === 'once' && request.findings.length > 0);
}
