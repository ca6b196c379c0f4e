import { answer, type ScriptedStep, type ServedRequest } from '@bowline/testkit';

/** Where a session stops under the older build. */
export const scenes = ['approval', 'batch', 'quota'] as const;
export type Scene = (typeof scenes)[number];

/** The lines that each scene's commands write, in order; each must exist exactly once. */
export const effectsOf: Readonly<Record<Scene, readonly string[]>> = {
  approval: ['approval-1'],
  batch: ['batch-1', 'batch-2', 'batch-3'],
  quota: [],
};

/** The model's last answer in every scene. */
export const DONE = 'all done';

/** How long the provider asks to wait: long enough that the older build has stopped by then. */
const WAIT_S = 12;

interface Body {
  readonly contents?: readonly {
    readonly role?: string;
    readonly parts?: readonly { readonly text?: string; readonly functionResponse?: object }[];
  }[];
}

/** A model that recognizes a scene by its prompt. The quota is exceeded once per place. */
export function createUpgradeModel(): (request: ServedRequest) => ScriptedStep {
  const refused = new Set<string>();
  return ({ body }) => {
    const { contents = [] } = body as Body;
    const prompt =
      contents.flatMap(({ parts = [] }) => parts).findLast(({ text }) => text?.startsWith('scene '))?.text ?? '';
    const [, scene = '', effects = ''] = prompt.split(' ');
    const hasResults = contents.at(-1)?.parts?.some((part) => part.functionResponse !== undefined) === true;
    if (scene === 'quota' && !refused.has(prompt)) {
      refused.add(prompt);
      return answer.quota({ retryDelay: `${WAIT_S}s` });
    }
    if (hasResults || scene === 'quota') return answer.text(DONE);
    const names = effectsOf[scene as Scene];
    return answer.calls(
      ...names.map((name) => ({ name: 'run_shell_command', args: { command: `echo ${name} >> ${effects}` } })),
    );
  };
}
