// The surface on a scripted agent, for what no part of the product does yet: subagents.
import { runTui, type TuiHost } from '@bowline/tui';
import { emits, says, ScriptedAgent, type PlayedEvent } from '@bowline/testkit';
import { quietAbilities } from '../../tests/tui/quiet-abilities.ts';

type Call = Pick<Extract<PlayedEvent, { type: 'tool_request' }>, 'callId' | 'name' | 'args'>;

const of = (threadId: string, { callId, name, args }: Call): readonly PlayedEvent[] => [
  { type: 'tool_request', threadId, callId, name, args, effect: 'read', executor: 'local' },
  { type: 'tool_status', threadId, callId, status: 'allowed' },
  {
    type: 'tool_response',
    threadId,
    callId,
    name,
    content: [{ type: 'text', text: 'Found 3 matches.' }],
    isError: false,
  },
];

const turn = [
  says('Two of us look at it: one reads the tests, one the sources.\n'),
  emits(
    { type: 'agent_start', threadId: 'reads-tests' },
    ...of('reads-tests', { callId: 't1', name: 'glob', args: { pattern: 'tests/**/*.test.ts' } }),
    ...of('reads-tests', { callId: 't2', name: 'read_file', args: { file_path: 'tests/clock.test.ts' } }),
    {
      type: 'message',
      threadId: 'reads-tests',
      messageId: 'a1',
      role: 'agent',
      content: [{ type: 'text', text: 'The clock is never advanced past midnight.' }],
    },
    { type: 'agent_end', threadId: 'reads-tests', reason: 'completed' },
    { type: 'agent_start', threadId: 'reads-sources' },
    ...of('reads-sources', { callId: 't3', name: 'grep_search', args: { pattern: 'setHours' } }),
    {
      type: 'message',
      threadId: 'reads-sources',
      messageId: 'a2',
      role: 'agent',
      content: [{ type: 'text', text: '`src/clock.ts` adds 24 hours where a day has 23.' }],
    },
    { type: 'agent_end', threadId: 'reads-sources', reason: 'completed' },
  ),
  says('Found it: **`src/clock.ts:41`** adds 24 hours to midnight, which is wrong on the day the clocks change.\n'),
];

const agent = new ScriptedAgent([turn]);
const host: TuiHost = {
  terminal: { stdin: process.stdin, stdout: process.stdout, colours: 24, isScreenReader: false },
  place: { folder: '~/clock', version: '0.1.0' },
  preferences: { theme: process.argv[2] ?? 'dark', isVim: false, notifications: 'off' },
  abilities: {
    open: async () => ({ agent, isUnfinished: false, isAttached: false, warnings: [], close: async () => undefined }),
    ...quietAbilities,
  },
  commands: [],
  start: { choice: { kind: 'new' } },
};
process.exitCode = await runTui(host);
