import { AgentError, spellUnseen, type AgentEvent, type CommandPreview, type InputRequest } from '@bowline/protocol';
import type { CommandEnv, OutputFormat } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { previewTexts } from '../texts/preview-texts.ts';
import { isPending } from './is-pending.ts';
import type { OpenedToAnswer } from './open-to-answer.ts';

const MOST_LINES = 200;
const signs = { added: 'A', changed: 'M', removed: 'D' } as const;

/** Runs a pending command in a copy of the workspace and prints what it changed. Resolves to the exit code. */
export async function previewApproval(
  { session, sessionId }: OpenedToAnswer,
  request: InputRequest,
  { env, format }: { readonly env: CommandEnv; readonly format: OutputFormat },
): Promise<number> {
  const { inputId } = request;
  const { preview, problem = '' } = await askForPreview(session, inputId);
  if (preview === undefined) {
    const { message, hint } = previewTexts.unavailable(problem);
    throw new AgentError('SEND_INVALID', message, { hint });
  }
  if (format === 'text')
    env.stdout(`${describePreview(preview, { sessionId, isPending: isPending(request) }).join('\n')}\n`);
  else env.stdout(`${JSON.stringify({ session_id: sessionId, input_id: inputId, preview })}\n`);
  return EXIT.ok;
}

type Previewed = Extract<AgentEvent, { type: 'input_preview' }>;

async function askForPreview(session: OpenedToAnswer['session'], inputId: string): Promise<Previewed> {
  let stop: () => void = () => undefined;
  try {
    const found = new Promise<Previewed>((resolve, reject) => {
      stop = session.subscribe((event) => {
        if (event.type === 'input_preview' && event.inputId === inputId) resolve(event);
        if (event.type === 'input_response' && event.inputId === inputId)
          reject(new AgentError('UNKNOWN_INPUT', previewTexts.answeredMeanwhile));
      });
    });
    found.catch(() => undefined);
    await session.send({ action: { name: 'preview', data: { inputId } } });
    return await found;
  } finally {
    stop();
  }
}

/** What a command changed in a copy, and how to go on. */
function describePreview(
  preview: CommandPreview,
  { sessionId, isPending }: { readonly sessionId: string; readonly isPending: boolean },
): readonly string[] {
  const { exitCode, fileCount, files, git, databases, limits, diffs, obstacle, conflicts, output } = preview;
  const listed = files.map(({ path, change, added, removed, note }) => {
    const counts = [...(added === undefined ? [] : [`+${added}`]), ...(removed === undefined ? [] : [`-${removed}`])];
    return `  ${signs[change]}  ${[path, ...counts, ...(note === undefined ? [] : [`(${note})`])].join(' ')}`;
  });
  const lines = [
    isPending ? previewTexts.pending(fileCount) : previewTexts.summary(fileCount, exitCode),
    ...listed,
    ...(fileCount > files.length ? [previewTexts.more(fileCount - files.length)] : []),
    ...git.map((text) => `  Git: ${text}`),
    ...databases.flatMap(({ path, tables }) => tables.map((text) => `  ${path}: ${text}`)),
    ...limits.map((text) => `  ! ${text}`),
    ...diffs.flatMap((diff) => (diff.type === 'diff' ? ['', ...toLines(diff)] : [])),
    ...describeUnshown(preview),
    ...(output.trim() === '' ? [] : ['', previewTexts.output, ...output.trimEnd().split('\n').slice(-20)]),
    '',
    ...previewTexts.howToGoOn(sessionId, { obstacle, conflicts, isPending }),
  ];
  return lines.map((line) => spellUnseen(line));
}

/** Files whose lines were compared and whose difference is not part of the preview. */
function describeUnshown({ files, diffs }: CommandPreview): readonly string[] {
  const shown = new Set(diffs.flatMap((diff) => (diff.type === 'diff' ? [diff.path] : [])));
  const unshown = files.filter(({ path, added = 0, removed = 0 }) => added + removed > 0 && !shown.has(path));
  return unshown.length === 0 ? [] : ['', previewTexts.tooLong(unshown.map(({ path }) => path))];
}

/** The lines that differ, without those around them. */
function toLines({ path, before, after }: { readonly path: string; readonly before: string; readonly after: string }) {
  const [old, now] = [split(before), split(after)];
  const [was, is] = [new Set(old), new Set(now)];
  const all = [
    ...old.filter((line) => !is.has(line)).map((line) => `-${line}`),
    ...now.filter((line) => !was.has(line)).map((line) => `+${line}`),
  ];
  const more = all.length > MOST_LINES ? [previewTexts.moreLines(all.length - MOST_LINES)] : [];
  return [`--- ${path}`, ...all.slice(0, MOST_LINES), ...more];
}

function split(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}
