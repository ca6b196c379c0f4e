import type { AgentProtocol, AgentSend, InputRequest } from '@bowline/protocol';
import { AgentError } from '@bowline/protocol';
import type { LogRecord, SessionReader } from '@bowline/log';
import { addContextNote, readContextNotes } from './context-notes.ts';
import { acts, cues, phases, type Act, type ContextPlaces, type Cue } from './context-script.ts';

/** The agent that receives the messages, and the files for the notes. */
export interface PersonParts {
  readonly places: ContextPlaces;
  readonly run: number;
  readonly agent: AgentProtocol;
  readonly log: SessionReader;
  /** Called when something that was sent was acknowledged. */
  readonly onSent: (act: Act) => void;
}

/** The user of a session, who remembers across processes what was sent and acknowledged. */
export class Person {
  readonly #parts: PersonParts;
  readonly #begun: Set<string>;
  readonly #acked: Set<string>;

  constructor(parts: PersonParts) {
    this.#parts = parts;
    const notes = readContextNotes(parts.places.notes);
    this.#begun = new Set(notes.flatMap((note) => (note.kind === 'sending' ? [note.id] : [])));
    this.#acked = new Set(notes.flatMap((note) => (note.kind === 'acked' ? [note.id] : [])));
  }

  /** Sends the cues for this point that were not sent yet. */
  async at(during: Cue['during'], step: number): Promise<void> {
    for (const cue of cues)
      if (cue.during === during && (cue.step ?? step) === step && !this.#begun.has(cue.act.id)) await this.do(cue.act);
  }

  /**
   * Sends again what a killed process may not have delivered. A message has an id and must count once; anything else is
   * sent only if the log does not have it. What begins a stream is left to the caller that begins streams.
   */
  async reconnect(): Promise<void> {
    const open = acts.filter(({ id }) => this.#begun.has(id) && !this.#acked.has(id));
    const records = await this.#records();
    // A mode change does not drive the turn, so it comes first and falls between two requests.
    for (const act of open.toSorted((a, b) => Number(b.kind === 'mode') - Number(a.kind === 'mode'))) {
      const isThere = hasArrived(act, records);
      if (isThere && act.kind !== 'say') this.#note('acked', act.id);
      else if (isThere || !phases.includes(act)) await this.do(act);
    }
  }

  async do(act: Act): Promise<void> {
    this.#begun.add(act.id);
    this.#note('sending', act.id);
    await this.#parts.agent.send(toSend(act));
    this.#parts.onSent(act);
    this.#acked.add(act.id);
    this.#note('acked', act.id);
  }

  /** Approves every plan; another process may have done so already. */
  async agree(request: InputRequest): Promise<void> {
    if (request.kind !== 'confirmation') return;
    const { inputId, digest } = request;
    const answer = { kind: 'confirmation', digest, outcome: 'once' } as const;
    await this.#parts.agent.send({ input: { inputId, answer } }).catch((thrown: unknown) => {
      if (AgentError.from(thrown).code !== 'UNKNOWN_INPUT') throw thrown;
    });
  }

  async #records(): Promise<LogRecord[]> {
    const records: LogRecord[] = [];
    for await (const record of this.#parts.log.read()) records.push(record);
    return records;
  }

  #note(kind: 'sending' | 'acked', id: string): void {
    addContextNote(this.#parts.places.notes, { run: this.#parts.run, kind, id });
  }
}

function toSend(act: Act): AgentSend {
  switch (act.kind) {
    case 'say':
      return { message: { messageId: act.id, content: [{ type: 'text', text: act.text }] } };
    case 'mode':
      return { update: { mode: act.mode } };
    case 'compact':
      return { action: { name: 'compact', data: { focus: act.focus } } };
  }
}

/** Whether the log contains what was sent; each act is unique. */
export function hasArrived(act: Act, records: readonly LogRecord[]): boolean {
  return recordsOf(act, records).length > 0;
}

/** The records that an act has produced. */
export function recordsOf(act: Act, records: readonly LogRecord[]): LogRecord[] {
  return records.filter((record) => {
    switch (record.type) {
      case 'user_message':
      case 'steering_message':
        return act.kind === 'say' && record.body.messageId === act.id;
      case 'mode_changed':
        return act.kind === 'mode' && record.body.by === undefined && record.body.mode === act.mode;
      case 'compaction_requested':
        return act.kind === 'compact' && record.body.focus === act.focus;
      default:
        return false;
    }
  });
}
