import type { InputRequest } from '@bowline/protocol';
import { describeCall, shorten } from '../../paint/calls/describe-call.ts';
import type { View } from '../../paint/layout/view.ts';
import { isDangerous, isPlan } from '../confirmation-actions.ts';
import { questionTexts } from '../../texts/question-texts.ts';
import { showWhole } from './show-whole.ts';

/** What a command would get besides what it had, which its title says. */
function moreAccessOf({ title, display }: Extract<InputRequest, { kind: 'confirmation' }>): string | null {
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
  if (isDangerous(request)) return questionTexts.dangerous(display?.type === 'command');
  if (display?.type === 'command') return moreAccessOf(request) ?? questionTexts.runCommand;
  if (display?.type !== 'diff') return showWhole(request.title);
  const { verb } = describeCall(request.tool, request.args, view.workspace);
  return questionTexts.change(verb, showWhole(shorten(display.path, view.workspace)));
}
