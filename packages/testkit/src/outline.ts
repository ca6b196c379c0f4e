import { toText, unreachable, type AgentEvent } from '@bowline/protocol';

/** Returns one line per event, so that a test can compare a whole turn. Omits decisions about calls. */
export function outline(events: readonly AgentEvent[]): string[] {
  return events
    .filter((event) => event.type !== 'tool_status')
    .map((event) => (event.threadId === undefined ? line(event) : `[${event.threadId}] ${line(event)}`));
}

// eslint-disable-next-line complexity -- one line per member of the union, nothing else
function line(event: AgentEvent): string {
  switch (event.type) {
    case 'initialize':
      return `initialize ${event.agent}`;
    case 'session_update':
      return `session_update ${[event.title, event.model, event.mode].filter((value) => value !== undefined).join(' ')}`;
    case 'agent_start':
      return 'agent_start';
    case 'message':
      return `${event.role}: ${toText(event.content)}`;
    case 'message_delta':
      return `~ ${event.kind === 'thought' ? '(thought) ' : ''}${event.text}`;
    case 'message_retracted':
      return `retracted ${event.reason}`;
    case 'tool_request':
      return `-> ${event.name} ${JSON.stringify(event.args)}`;
    case 'tool_status':
      return `status ${event.status}`;
    case 'tool_update':
      return `~> ${event.text}`;
    case 'tool_response':
      return `<- ${event.name} ${event.isError ? 'error ' : ''}${toText(event.content)}`;
    case 'input_request':
      return `? ${event.request.kind} ${event.request.title}`;
    case 'input_preview':
      return `preview ${event.problem ?? `${event.preview?.fileCount ?? 0} files`}`;
    case 'input_response':
      return `! ${event.outcome.kind}${event.outcome.kind === 'confirmation' ? ` ${event.outcome.outcome}` : ''}`;
    case 'progress':
      return `... ${event.label}`;
    case 'usage':
      return `usage ${event.model} ${event.usage.inputTokens}/${event.usage.outputTokens}`;
    case 'rewound':
      return 'rewound';
    case 'notice':
      return `${event.level} ${event.code}`;
    case 'error':
      return `error ${event.code}${event.fatal ? '' : ' (goes on)'}`;
    case 'agent_end':
      return `agent_end ${event.reason}`;
    case 'custom':
      return `custom ${event.name}`;
    default:
      return unreachable(event);
  }
}
