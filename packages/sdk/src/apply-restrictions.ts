import { isAboutPolicy, requireSettings, toSettingPath, toToolLists, type OpenedSettings } from '@bowline/settings';
import { AgentError } from '@bowline/protocol';
import type { SessionOptions } from './session-options.ts';

/** The options that settings can restrict. */
type Restricted = Pick<SessionOptions, 'approval' | 'sandbox'> & { readonly workspace: string };

/**
 * The options with the restrictions of the user's settings: excluded tools, tools that need approval, policy files, a
 * required sandbox, and no yolo mode or lasting grants where they are disabled. Settings that allow more are not
 * applied.
 */
export function applyRestrictions<Options extends Restricted>(
  options: Options,
  settings: OpenedSettings,
  home: string,
): Options & Restricted {
  requireSettings(settings, isAboutPolicy);
  const { values } = settings;
  const { workspace, approval = {}, sandbox } = options;
  if (approval.mode === 'yolo' && values['security.disableYoloMode'])
    throw new AgentError('SETTINGS_INVALID', 'Approval mode yolo is disabled', {
      hint: 'Use another mode, such as auto_edit. The user disabled yolo mode with security.disableYoloMode',
      details: { option: 'approval.mode' },
    });
  const files = (values.policyPaths ?? []).map((file) => toSettingPath(file, { workspace, home }));
  const lists = toToolLists(settings).filter(({ key }) => key !== 'tools.allowed');
  return {
    ...options,
    approval: {
      ...approval,
      ...(values['security.disableAlwaysAllow'] ? { alwaysAllow: false } : {}),
      toolLists: [...lists, ...(approval.toolLists ?? [])],
      policies: [...files, ...(approval.policies ?? [])],
    },
    ...(values['security.sandbox'] === 'required' ? { sandbox: { ...sandbox, mode: 'required' as const } } : {}),
  };
}
