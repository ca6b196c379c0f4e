import type { AgentEvent } from '@bowline/protocol';
import { toText } from '@bowline/protocol/plain';
import { describeCall } from '../paint/calls/describe-call.ts';
import { seqOf, toVisible, type Rewind } from '../transcript/visible-events.ts';

/** What fills the context besides instruction and tools. */
export type ContextKind = 'messages' | 'files' | 'commands' | 'results';

/** How many characters of a conversation each kind has, and what is largest. */
export interface ConversationSize {
  readonly characters: Readonly<Record<ContextKind, number>>;
  readonly largest: readonly { readonly name: string; readonly characters: number }[];
}

interface Part {
  readonly seq: number;
  readonly kind: ContextKind;
  readonly name: string;
  readonly characters: number;
}

const LARGEST = 2;
const FILES: ReadonlySet<string> = new Set(['read_file', 'read_many_files']);

/** Measures what of a conversation the model is told, without what was rewound. */
export async function readContext(events: AsyncIterable<AgentEvent>, workspace: string): Promise<ConversationSize> {
  const parts: Part[] = [];
  const rewinds: Rewind[] = [];
  const targets = new Map<string, string>();
  let head = 0;
  for await (const event of events) {
    const seq = seqOf(event.id);
    head = Math.max(head, seq);
    if (event.type === 'rewound') rewinds.push({ at: seq, to: event.to });
    else if (event.type === 'tool_request')
      targets.set(event.callId, describeCall(event.name, event.args, workspace).target);
    else if (event.threadId === undefined) parts.push(...toParts(event, seq, targets));
  }
  const isVisible = toVisible(rewinds, head);
  const visible = parts.filter(({ seq }) => isVisible(seq));
  const sum = (kind: ContextKind): number =>
    visible.reduce((all, part) => (part.kind === kind ? all + part.characters : all), 0);
  return {
    characters: {
      messages: sum('messages'),
      files: sum('files'),
      commands: sum('commands'),
      results: sum('results'),
    },
    largest: visible
      .filter(({ kind, name }) => kind !== 'messages' && name !== '')
      .toSorted((one, other) => other.characters - one.characters)
      .slice(0, LARGEST),
  };
}

function toParts(event: AgentEvent, seq: number, targets: ReadonlyMap<string, string>): readonly Part[] {
  if (event.type === 'message') return [{ seq, kind: 'messages', name: '', characters: toText(event.content).length }];
  if (event.type !== 'tool_response') return [];
  const { name: tool, callId, content } = event;
  const kind = FILES.has(tool) ? 'files' : tool === 'run_shell_command' ? 'commands' : 'results';
  return [{ seq, kind, name: targets.get(callId) ?? '', characters: toText(content).length }];
}
