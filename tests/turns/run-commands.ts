import { join } from 'node:path';
import { toText, type AgentEvent } from '@bowline/protocol';
import { scriptedModel } from '@bowline/testkit';
import type { ConfirmationReply, ConfirmationRequest } from '../../packages/sdk/src/confirmations.ts';
import type { SessionOptions } from '../../packages/sdk/src/session-options.ts';
import { openSdkBench } from './open-sdk.ts';
import { step } from './play.ts';

/** A call of the shell tool. */
export const bash = (command: string, more: object = {}) =>
  step.calls({ name: 'run_shell_command', args: { command, ...more } });

/** Runs commands one after the other, and returns the approval requests and the results. */
export async function runCommands(
  commands: readonly string[],
  {
    answers = [],
    prepare = () => undefined,
    more = {},
    ...options
  }: SessionOptions & {
    readonly answers?: readonly ConfirmationReply[];
    readonly prepare?: (workspace: string) => void;
    /** Additional arguments of every call. */
    readonly more?: object;
  } = {},
) {
  const bench = openSdkBench();
  prepare(bench.workspace);
  const asked: ConfirmationRequest[] = [];
  const replies = [...answers];
  const bowline = await bench.open(
    scriptedModel([...commands.map((command) => bash(command, more)), step.text('done')]),
    {
      trust: { isTrusted: true },
      ...(answers.length === 0
        ? {}
        : {
            onConfirmation: (request: ConfirmationRequest) => {
              asked.push(request);
              return replies.shift() ?? 'denied';
            },
          }),
      ...options,
    },
  );
  const events: AgentEvent[] = [];
  bowline.session.subscribe((event) => events.push(event));
  await bowline.ask('go');
  const results = events.flatMap((event) => (event.type === 'tool_response' ? [event] : []));
  return {
    bench,
    asked,
    results: results.map(({ content, errorType = 'ok' }) => [errorType, toText(content)] as const),
    file: (name: string) => join(bench.workspace, name),
  };
}
