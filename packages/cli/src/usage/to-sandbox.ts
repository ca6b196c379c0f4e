import { usageError } from '../texts/error-text.ts';
import { usageTexts } from '../texts/usage-texts.ts';

const CONTAINERS = ['docker', 'podman', 'runsc', 'lxc', 'sandbox-exec'];
/** Values that Gemini CLI has for the same. */
const SAME: Readonly<Record<string, 'off' | 'required'>> = {
  true: 'required',
  '1': 'required',
  false: 'off',
  '0': 'off',
};

/** Parses the value of `--sandbox`. Refuses containers, which Gemini CLI would start. */
export function toSandbox(text: string | undefined): 'off' | 'auto' | 'required' | undefined {
  if (text === undefined || text === 'off' || text === 'auto' || text === 'required') return text;
  const same = Object.hasOwn(SAME, text) ? SAME[text] : undefined;
  if (same !== undefined) return same;
  if (CONTAINERS.includes(text)) throw usageError(usageTexts.container(text));
  throw usageError(usageTexts.badValue('--sandbox', text, ['off', 'auto', 'required']));
}
