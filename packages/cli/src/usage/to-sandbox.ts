import { AgentError } from '@bowline/protocol/plain';

const CONTAINERS = ['docker', 'podman', 'runsc', 'lxc', 'sandbox-exec'];
/** What is said elsewhere for the same. */
const SAME: Readonly<Record<string, 'off' | 'required'>> = {
  true: 'required',
  '1': 'required',
  false: 'off',
  '0': 'off',
};

/** What `--sandbox` says. A container, which Gemini CLI would start, is an error with what to do instead. */
export function toSandbox(text: string | undefined): 'off' | 'auto' | 'required' | undefined {
  if (text === undefined || text === 'off' || text === 'auto' || text === 'required') return text;
  const same = Object.hasOwn(SAME, text) ? SAME[text] : undefined;
  if (same !== undefined) return same;
  if (CONTAINERS.includes(text))
    throw new AgentError('SEND_INVALID', `--sandbox=${text}: Bowline starts no container`, {
      hint: 'use --sandbox, which confines commands by the system itself, or run bowline inside the container',
    });
  throw new AgentError('SEND_INVALID', `unknown sandbox: ${text}`, { hint: 'use one of off, auto, required' });
}
