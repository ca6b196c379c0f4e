import type { InputRequest } from '@bowline/protocol';
import { describeCall, shorten } from '../../paint/calls/describe-call.ts';
import type { View } from '../../paint/layout/view.ts';
import { isDangerous, isPlan, type Confirmation } from '../confirmation-actions.ts';
import { questionTexts, type changeKinds } from '../../texts/question-texts.ts';
import { previewTexts } from '../../texts/preview-texts.ts';
import { showInRow, showWhole } from './show-whole.ts';

const LONGEST_TITLE = 30;

/** What a command would get besides what it had, which its title says. */
function moreAccessOf({ title, display }: Confirmation): string | null {
  const isMore =
    display?.type === 'command' && title !== questionTexts.runCommand && title.startsWith(questionTexts.run);
  return isMore ? showWhole(title) : null;
}

/** The first line of a question is its title. A title that is not Bowline's own is kept whole. */
export function splitTitle(title: string, request: InputRequest): readonly string[] {
  if (request.kind !== 'confirmation') return title.split('\n');
  const more = isDangerous(request) ? moreAccessOf(request) : null;
  return more === null ? [title] : [title, more];
}

/** What is asked: for a command and a change in general words, because what they are is shown below. */
export function titleOf(request: InputRequest, view: View): string {
  if (request.kind !== 'confirmation') return showWhole(request.title);
  const { display } = request;
  if (isPlan(request)) return questionTexts.plan;
  const path = pathOf(request, view);
  if (isDangerous(request))
    return path === null
      ? questionTexts.dangerous(display?.type === 'command')
      : questionTexts.dangerousChange(kindOf(request), path);
  if (display?.type === 'command') return titleOfCommand(request, display.command);
  return path === null ? showWhole(request.title) : askChange(request, path, view);
}

function titleOfCommand(request: Confirmation, command: string): string {
  if (request.preview === undefined) return moreAccessOf(request) ?? questionTexts.runCommand;
  return isInTitle(command) ? previewTexts.title(showInRow(command)) : previewTexts.name;
}

/** Whether a previewed command is shown in the title only: a longer one is never cut. */
export function isInTitle(command: string): boolean {
  return command.length <= LONGEST_TITLE && showInRow(command) === command;
}

/** A change as a question: `Edit src/a.ts?`. */
export function askChange({ tool, args }: Confirmation, path: string, { workspace }: View): string {
  return questionTexts.change(describeCall(tool, args, workspace).verb, path);
}

/** The file that a call would change. */
export function pathOf({ display }: Confirmation, { workspace }: View): string | null {
  return display?.type === 'diff' ? showInRow(shorten(display.path, workspace)) : null;
}

/** The title of a change without its path, which is on a row of its own if it is too long. */
export function splitPath(request: InputRequest, view: View): { readonly title: string; readonly path: string } | null {
  const path = request.kind === 'confirmation' ? pathOf(request, view) : null;
  if (request.kind !== 'confirmation' || path === null) return null;
  const isDanger = isDangerous(request);
  const title = isDanger
    ? questionTexts.dangerousChange(kindOf(request))
    : askChange(request, questionTexts.thisFile, view);
  return { title, path };
}

function kindOf({ tool }: Confirmation): keyof typeof changeKinds {
  return tool === 'replace' || tool === 'write_file' ? tool : 'other';
}
