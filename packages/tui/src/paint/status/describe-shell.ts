import { activeVerbs, dockTexts } from '../../texts/dock-texts.ts';
import { spokenTexts } from '../../texts/spoken-texts.ts';
import type { CallItem } from '../../transcript/transcript.ts';
import { describeCall } from '../calls/describe-call.ts';
import type { ActivityWords } from '../frame/paint-rule.ts';
import { cleanLine } from '../layout/clean-text.ts';
import type { View } from '../layout/view.ts';
import { paintElapsed } from './paint-duration.ts';
import { paintSpinner } from './paint-spinner.ts';

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

/** The same for a screen reader. */
export function sayShell({ name, args }: CallItem): ActivityWords {
  const { verb, target } = describeCall(name, args, '');
  return { left: [dockTexts.running(activeVerbs[verb] ?? verb, target)], right: [], hint: spokenTexts.interrupt };
}
