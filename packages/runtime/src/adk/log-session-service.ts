import { BaseSessionService, createSession, type Event, type ListSessionsResponse, type Session } from '@google/adk';
import { AgentError } from '@bowline/protocol';

/** The single application and user that ADK knows. The store determines the real owner of the session. */
export const APP = { appName: 'bowline', userId: 'local' } as const;

/**
 * ADK's view of a session whose source of truth is the log.
 *
 * It holds no history, because the log does and our own processor shows it to the model. Every run starts with an empty
 * list, so that the cost of a step in ADK does not grow with the session. The model's answer becomes records before ADK
 * continues.
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
    throw new AgentError('INTERNAL', 'Sessions are opened by the store, not by ADK');
  }

  override async getSession(): Promise<Session> {
    return createSession({ ...APP, id: this.#sessionId, state: this.#state, events: [], lastUpdateTime: 0 });
  }

  override async listSessions(): Promise<ListSessionsResponse> {
    return { sessions: [await this.getSession()], page: 1, limit: 1, totalItems: 1, totalPages: 1 };
  }

  override async deleteSession(): Promise<void> {
    throw new AgentError('INTERNAL', 'Sessions are deleted by the store, not by ADK');
  }

  /** User messages and tool results are in the log before a step starts. Only the model's answer is new. */
  override async appendEvent({ event }: { session: Session; event: Event }): Promise<Event> {
    if (event.author !== 'user' && event.partial !== true) await this.#recordAnswer(event);
    return event;
  }
}
