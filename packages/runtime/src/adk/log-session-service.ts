import { BaseSessionService, createSession, type Event, type ListSessionsResponse, type Session } from '@google/adk';
import { AgentError } from '@bowline/protocol';

/** The one application and user that ADK knows of; whose session it is, is the store's to say. */
export const APP = { appName: 'bowline', userId: 'local' } as const;

/**
 * ADK's view of a session whose truth is the log.
 *
 * It holds no history, because the log does and our own processor shows it to the model: every run begins with an
 * empty list, so nothing that ADK does per step grows with the session. What the model answers becomes records
 * before ADK goes on.
 */
export class LogSessionService extends BaseSessionService {
  readonly #sessionId: string;
  readonly #recordAnswer: (event: Event) => Promise<void>;
  readonly #state: Record<string, unknown> = {};

  constructor(sessionId: string, recordAnswer: (event: Event) => Promise<void>) {
    super();
    this.#sessionId = sessionId;
    this.#recordAnswer = recordAnswer;
  }

  override async createSession(): Promise<Session> {
    throw new AgentError('INTERNAL', 'sessions are opened by the store, not by ADK');
  }

  override async getSession(): Promise<Session> {
    return createSession({ ...APP, id: this.#sessionId, state: this.#state, events: [], lastUpdateTime: 0 });
  }

  override async listSessions(): Promise<ListSessionsResponse> {
    return { sessions: [await this.getSession()], page: 1, limit: 1, totalItems: 1, totalPages: 1 };
  }

  override async deleteSession(): Promise<void> {
    throw new AgentError('INTERNAL', 'sessions are deleted by the store, not by ADK');
  }

  /** What a person said and what calls gave is in the log before a step begins; only the model's answer is new. */
  override async appendEvent({ event }: { session: Session; event: Event }): Promise<Event> {
    if (event.author !== 'user' && event.partial !== true) await this.#recordAnswer(event);
    return event;
  }
}
