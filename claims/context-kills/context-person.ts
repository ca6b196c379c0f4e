import type { AgentProtocol, AgentSend, InputRequest } from '@bowline/protocol';
import { AgentError } from '@bowline/protocol';
import type { LogRecord, SessionReader } from '@bowline/log';
import { addContextNote, readContextNotes } from './context-notes.ts';
import { acts, cues, phases, type Act, type ContextPlaces, type Cue } from './context-script.ts';

/** Who sends, to whom, and where it is noted. */
export interface PersonParts {
  readonly places: ContextPlaces;
  readonly run: number;
  readonly agent: AgentProtocol;
  readonly log: SessionReader;
  /** An answer came to something that was sent. */
  readonly onSent: (act: Act) => void;
}

/** The person of a session. They remember what they sent and what they were told of it, in whichever process. */
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

  /** What they do at this point, if they have not done it. */
  async at(during: Cue['during'], step: number): Promise<void> {
    for (const cue of cues)
      if (cue.during === during && (cue.step ?? step) === step && !this.#begun.has(cue.act.id)) await this.do(cue.act);
  }

  /**
   * Sends again what a process that is gone may not have brought home. What is said has an id, and must count once; of the
   * rest they look whether it is there. What begins a stream is left to whoever begins streams.
   */
  async reconnect(): Promise<void> {
    const open = acts.filter(({ id }) => this.#begun.has(id) && !this.#acked.has(id));
    const records = await this.#records();
    // A change of mode drives nothing on: it comes first, so that it falls between two requests.
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

  /** Agrees with every plan; somebody may have done so already. */
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

/** Whether a log has what was sent: no two of them are alike. */
export function hasArrived(act: Act, records: readonly LogRecord[]): boolean {
  return recordsOf(act, records).length > 0;
}

/** The records that something sent has become. */
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
