import type { HostEnvironment } from '@bowline/assembly';
import { openPolicy } from '@bowline/guard';
import { toSettingPath, toToolLists, type OpenedSettings } from '@bowline/settings';
import { doctorTexts } from '../texts/doctor-texts.ts';
import { ok, problem, type Check } from './check.ts';

/** Where policies are looked for. */
export interface PolicyCheckPlaces {
  readonly home: string;
  readonly bowlineHome: string;
  readonly workspace: string;
}

/** Checks the policy files that a session in this folder reads. */
export async function checkPolicies(
  settings: OpenedSettings,
  { home, bowlineHome, workspace }: PolicyCheckPlaces,
  machine: HostEnvironment,
): Promise<readonly Check[]> {
  const policy = openPolicy(
    {
      home,
      bowlineHome,
      root: workspace,
      isTrusted: settings.trust?.isTrusted === true,
      files: (settings.values.policyPaths ?? []).map((file) => toSettingPath(file, { workspace, home })),
      toolLists: toToolLists(settings),
    },
    machine,
  );
  if (policy.problems.length === 0) return [ok('policies', doctorTexts.rules(policy.list().length))];
  return policy.problems.map(({ file, line, message, hint }) =>
    problem('policies', { message: doctorTexts.policyProblem(file, line, message), hint }),
  );
}
