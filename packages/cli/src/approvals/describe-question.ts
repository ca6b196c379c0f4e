import { describeProfile, spellUnseen, unreachable, type Display, type InputRequest } from '@bowline/protocol';
import { approvalTexts } from '../texts/approval-texts.ts';
import { previewTexts } from '../texts/preview-texts.ts';
import { howToAnswer } from './how-to-answer.ts';
import { isPending } from './is-pending.ts';
import type { PendingSession } from './read-pending.ts';

const LONGEST = 400;

/** A session with its pending approvals and the commands that answer them. */
export function describePending({ sessionId, workspace, questions }: PendingSession): string {
  const asked = questions.flatMap((question) => describeQuestion(question)).map((line) => `  ${line}`);
  const commands = howToAnswer(sessionId, questions).map((command) => `  ${command}`);
  return [`${sessionId}  ${workspace}`, ...asked, ...commands].join('\n');
}

/** A question in full: what would run, the findings, and when it expires. */
export function describeQuestion(request: InputRequest): readonly string[] {
  const { inputId, title, expiresAt } = request;
  const more =
    request.kind === 'confirmation' ? confirmation(request) : request.kind === 'choice' ? choices(request) : [];
  return [
    `${inputId}  ${toRow(title)}`,
    ...more.map((line) => `    ${line}`),
    ...(expiresAt === undefined ? [] : [`    ${approvalTexts.until(expiresAt)}`]),
  ];
}

/** A question in short: its id, the command, file or arguments, and the sandbox of a command. */
export function summarizeQuestion(request: InputRequest): readonly string[] {
  const { inputId, title } = request;
  const isConfirmation = request.kind === 'confirmation';
  const [what] = isConfirmation && request.display?.type !== 'diff' ? shown(request) : [];
  const first = what === undefined ? `${inputId}  ${toRow(title)}` : `${inputId}  ${toRow(title)}  ${what}`;
  return isConfirmation
    ? [first, ...[...dangersOf(request), ...placeOf(request), ...pendingOf(request)].map((line) => `    ${line}`)]
    : [first];
}

type Confirmation = Extract<InputRequest, { kind: 'confirmation' }>;

function dangersOf({ findings }: Confirmation): readonly string[] {
  return findings.flatMap(({ severity, message }) => (severity === 'danger' ? [`${severity}: ${toRow(message)}`] : []));
}

/** The sandbox in which a command would run. */
function placeOf(request: Confirmation): readonly string[] {
  const place = describeProfile(request);
  return place === undefined ? [] : [toRow(place)];
}

/** How much a decision about all pending changes is about, and what stands against it. */
function pendingOf(request: Confirmation): readonly string[] {
  const { preview } = request;
  if (preview === undefined || !isPending(request)) return [];
  const { fileCount, conflicts } = preview;
  return [
    previewTexts.pending(fileCount),
    ...(conflicts.length === 0 ? [] : toVisible(previewTexts.changedSince(conflicts))),
  ];
}

function confirmation(request: Confirmation): readonly string[] {
  const { findings, rule, grant } = request;
  return [
    ...shown(request),
    ...findings.map(({ severity, message }) => `${severity}: ${toRow(message)}`),
    ...placeOf(request),
    ...pendingOf(request),
    ...(rule === undefined ? [] : [approvalTexts.askedBecause(toRow(rule))]),
    ...(grant === undefined ? [] : toVisible(grantsOf(grant))),
  ];
}

/** The options that allow the call for longer, and where each applies. */
function grantsOf({ text, project }: NonNullable<Confirmation['grant']>): string {
  return project === undefined ? approvalTexts.grantsInSession(text) : approvalTexts.grantsInProject(text, project);
}

/** The change to a file, or the command; otherwise the arguments. */
function shown({ display, args }: Confirmation): readonly string[] {
  switch (display?.type) {
    case 'diff':
      return [
        approvalTexts.fileChange(toRow(display.path), toLines(display.before).length, toLines(display.after).length),
        ...sample(display),
      ];
    case 'command':
      return [
        ...toVisible(display.command),
        ...(display.programs ?? []).map((words) => `  ${approvalTexts.runs(toRow(JSON.stringify(words)))}`),
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

/** The first changed lines. */
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

/** Escapes invisible characters, so that nothing hides in a question. */
function toVisible(text: string): readonly string[] {
  const shown = spellUnseen(text);
  return [shown.length > LONGEST ? approvalTexts.cut(shown.slice(0, LONGEST), shown.length) : shown];
}
