import { explainSetting, settingKeys, showSetting, toSettingsError, type SettingsProblem } from '@bowline/settings';
import type { CommandActions, Picker, PickerRow } from '@bowline/tui';
import type { CommandEnv } from '../command.ts';
import { toPlainValue, whereOf } from '../inspect/describe-settings.ts';
import { toPlainPath } from '../print/to-plain-path.ts';
import { readSettings } from '../session/read-settings.ts';
import { pickerTexts } from '../texts/picker-texts.ts';

const texts = pickerTexts.settings;

function describeProblem(problem: SettingsProblem, { home }: CommandEnv): string {
  const { message, hint = '' } = toSettingsError(problem);
  return (problem.key === undefined ? texts.unreadable : texts.invalid)(toPlainPath(message, home), hint);
}

/** All settings with their values. What is wrong with the files is printed. Choosing one puts the command that changes it into the prompt. */
export function createSettingPicker(
  actions: Pick<CommandActions, 'type' | 'print'>,
  { env, run }: { readonly env: CommandEnv; readonly run: (argv: readonly string[]) => Promise<void> },
): Picker {
  const settings = readSettings(env);
  // Otherwise every value of a file that cannot be read looks like a default.
  for (const problem of settings.problems) actions.print(describeProblem(problem, env));
  const rows = settingKeys.map((key): PickerRow => {
    const { value, from, description } = showSetting(explainSetting(settings, key), env.env);
    const decider = from.at(-1);
    const isDefault = decider === undefined || decider.level === 'default';
    const shown = value === undefined ? texts.notSetNow : toPlainValue(value);
    const source = isDefault ? texts.byDefault : toPlainPath(whereOf(decider), env.home);
    return {
      id: key,
      text: key,
      note: `${shown} · ${isDefault ? texts.byDefault : decider.level}`,
      about: [description, texts.about(shown, source)],
    };
  });
  const flags = (scope: string): readonly string[] => (scope === texts.picker.scopes[1] ? ['--workspace'] : []);
  const [first] = settings.problems;
  return {
    ...texts.picker,
    // The panel may cover what was printed.
    ...(first === undefined ? {} : { head: texts.notUsed(toPlainPath(toSettingsError(first).message, env.home)) }),
    rows,
    choose: (key, scope) => {
      actions.type(`/settings set ${[...flags(scope), key].join(' ')} `);
    },
    reset: async (key, scope) => {
      await run(['settings', 'unset', ...flags(scope), key]);
    },
  };
}
