import { describeProfile, unreachable, type Display, type InputRequest } from '@bowline/protocol';
import { howToAnswer } from './how-to-answer.ts';
import type { PendingSession } from './read-pending.ts';

const LONGEST = 400;

/** A session that waits: what it asks, and the commands that answer. */
export function describePending({ sessionId, workspace, questions }: PendingSession): string {
  const asked = questions.flatMap((question) => describeQuestion(question)).map((line) => `  ${line}`);
  const commands = howToAnswer(sessionId, questions).map((command) => `  ${command}`);
  return [`${sessionId}  ${workspace}`, ...asked, ...commands].join('\n');
}

/** A question as lines for a person: what would run, what was found, how long it may be answered. */
export function describeQuestion(request: InputRequest): readonly string[] {
  const { inputId, title, expiresAt } = request;
  const more =
    request.kind === 'confirmation' ? confirmation(request) : request.kind === 'choice' ? choices(request) : [];
  return [
    `${inputId}  ${toRow(title)}`,
    ...more.map((line) => `    ${line}`),
    ...(expiresAt === undefined ? [] : [`    until ${expiresAt}`]),
  ];
}

/** A question in short: its id, the command, the file or the arguments that it is about, and where a command would run. */
export function summarizeQuestion(request: InputRequest): readonly string[] {
  const { inputId, title } = request;
  const isConfirmation = request.kind === 'confirmation';
  const [what] = isConfirmation && request.display?.type !== 'diff' ? shown(request) : [];
  const first = what === undefined ? `${inputId}  ${toRow(title)}` : `${inputId}  ${toRow(title)}  ${what}`;
  return isConfirmation
    ? [first, ...[...dangersOf(request), ...placeOf(request)].map((line) => `    ${line}`)]
    : [first];
}

type Confirmation = Extract<InputRequest, { kind: 'confirmation' }>;

function dangersOf({ findings }: Confirmation): readonly string[] {
  return findings.flatMap(({ severity, message }) => (severity === 'danger' ? [`danger: ${toRow(message)}`] : []));
}

/** Where a command would run, and what it could reach. */
function placeOf(request: Confirmation): readonly string[] {
  const place = describeProfile(request);
  return place === undefined ? [] : [toRow(place)];
}

function confirmation(request: Confirmation): readonly string[] {
  const { findings, rule, grant } = request;
  return [
    ...shown(request),
    ...findings.map(({ severity, message }) => `${severity}: ${toRow(message)}`),
    ...placeOf(request),
    ...(rule === undefined ? [] : [`asked because: ${toRow(rule)}`]),
    ...(grant === undefined ? [] : toVisible(`${grant.text}: ${grantsOf(grant)}`)),
  ];
}

/** The answers that allow it for longer, and where each holds. */
function grantsOf({ project }: NonNullable<Confirmation['grant']>): string {
  if (project === undefined) return '--session (this folder is not trusted, so for no longer)';
  return `--session, --project (in ${project}) or --always (in every trusted folder)`;
}

/** What would change, or what would be started; the bare arguments where neither is known. */
function shown({ display, args }: Confirmation): readonly string[] {
  switch (display?.type) {
    case 'diff':
      return [
        `${toRow(display.path)}: ${toLines(display.before).length} lines become ${toLines(display.after).length}`,
        ...sample(display),
      ];
    case 'command':
      return [
        ...toVisible(display.command),
        ...(display.programs ?? []).map((words) => `  runs: ${toRow(JSON.stringify(words))}`),
      ];
    case 'text':
    case 'todos':
    case undefined:
      return toVisible(JSON.stringify(args));
    default:
      return unreachable(display);
  }
}

const SAMPLE = 6;

/** The first lines that are not the same. */
function sample({ before, after }: Extract<Display, { type: 'diff' }>): readonly string[] {
  const [old, now] = [toLines(before), toLines(after)];
  const from = now.findIndex((line, n) => line !== old[n]);
  const gone = old.slice(Math.max(0, from)).filter((line) => !now.includes(line));
  const come = now.slice(Math.max(0, from)).filter((line) => !old.includes(line));
  const changed = [
    ...gone.slice(0, SAMPLE).map((line) => `- ${line}`),
    ...come.slice(0, SAMPLE).map((line) => `+ ${line}`),
  ];
  return changed.flatMap((line) => toVisible(line));
}

function toLines(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

function choices({ options }: Extract<InputRequest, { kind: 'choice' }>): readonly string[] {
  return options.map(({ id, label }) => `${toRow(id)}: ${toRow(label)}`);
}

function toRow(text: string): string {
  return toVisible(text).join('');
}

/** What cannot be seen must not hide in a question: it is written out. */
function toVisible(text: string): readonly string[] {
  const shown = text.replaceAll(
    /[^\x20-\x7e\p{L}\p{N}\p{P}\p{S}]|\p{Default_Ignorable_Code_Point}|\u2800/gu,
    (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`,
  );
  return [shown.length > LONGEST ? `${shown.slice(0, LONGEST)}… (${shown.length} characters in all)` : shown];
}
