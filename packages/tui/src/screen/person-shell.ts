import type { ShellOutcome, TuiAbilities } from '../host.ts';
import { stepOutput } from '../transcript/step-call.ts';
import type { CallItem } from '../transcript/transcript.ts';

/** A command of the person's own, shown as those of the agent are. */
export function startedShell(command: string): CallItem {
  const at = new Date().toISOString();
  return {
    kind: 'call',
    id: at,
    at,
    threadId: null,
    callId: at,
    name: 'run_shell_command',
    args: { command },
    effect: 'execute',
    status: 'running',
    startedAt: at,
    endedAt: null,
    rule: null,
    display: { type: 'command', command },
    result: null,
    output: '',
  };
}

function endedShell(call: CallItem, { output, exitCode }: ShellOutcome): CallItem {
  const isError = exitCode !== 0;
  const result = {
    content: [],
    display: { type: 'text' as const, text: output },
    isError,
    errorType: exitCode === null ? 'interrupted' : isError ? `exit code ${exitCode}` : null,
    data: null,
  };
  return { ...call, status: isError ? 'failed' : 'finished', endedAt: new Date().toISOString(), result, output: '' };
}

/** Runs it to its end; `onChange` hears of every state that it is in. */
export async function runPersonShell(
  command: string,
  runShell: TuiAbilities['runShell'],
  watch: { readonly onChange: (call: CallItem) => void; readonly signal: AbortSignal },
): Promise<CallItem> {
  let call = startedShell(command);
  watch.onChange(call);
  const outcome = await runShell(command, {
    signal: watch.signal,
    onOutput: (text) => {
      call = stepOutput(call, text);
      watch.onChange(call);
    },
  });
  return endedShell(call, outcome);
}
