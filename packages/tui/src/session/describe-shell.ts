import type { ActivityWords } from '../paint/frame/paint-rule.ts';
import { describeCall } from '../paint/calls/describe-call.ts';
import { cleanLine } from '../paint/layout/clean-text.ts';
import type { View } from '../paint/layout/view.ts';
import { paintElapsed } from '../paint/status/paint-duration.ts';
import { paintSpinner } from '../paint/status/paint-spinner.ts';
import { activeVerbs, dockTexts } from '../texts/dock-texts.ts';
import type { CallItem } from '../transcript/transcript.ts';

/** The top rule while a shell command of the user runs: the command, for how long, and how to stop it. */
export function describeShell({ name, args, at }: CallItem, view: View): ActivityWords {
  const { theme } = view;
  const { verb, target } = describeCall(name, args, view.workspace);
  const words = cleanLine(dockTexts.running(activeVerbs[verb] ?? verb, target));
  const time = theme.dim(` · ${paintElapsed(view.now - Date.parse(at))}`);
  const sign = `${theme.accent(paintSpinner(view))} `;
  return {
    left: [`${sign}${words}${time}`, `${sign}${activeVerbs[verb] ?? verb}${time}`],
    right: dockTexts.interrupt.map((form) => theme.dim(form)),
    keepsRight: true,
  };
}
