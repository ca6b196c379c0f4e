import { setTimeout as wait } from 'node:timers/promises';
import { createHostEnvironment } from '@bowline/assembly';
import { openSessionSocket } from '@bowline/attach';
import { setUpModels } from '@bowline/providers';
import { createMessage, type AgentEvent, type AgentSend, type ApprovalMode } from '@bowline/protocol';
import type { Bowline } from '../../packages/sdk/src/bowline.ts';
import type { ConfirmationRequest } from '../../packages/sdk/src/confirmations.ts';
import { openHere } from '../../packages/sdk/src/open-here.ts';
import type { SessionOptions } from '../../packages/sdk/src/session-options.ts';
import { findStageEffects, snapshotStage, type StageEffect } from './find-stage-effects.ts';
import type { Fixture } from './fixtures.ts';
import { toText } from './injected-text.ts';
import { openObedientModel, type ObedientModel, type ObeyedCall } from './obedient-model.ts';
import { openStage, type Stage, type StageTemplate } from './open-stage.ts';

/** How a session is run. */
export interface Scene {
  readonly mode: ApprovalMode;
  readonly isTrusted: boolean;
  readonly sandbox: 'auto' | 'off';
  /** What happens to questions: they stay open, are declined, cannot be asked, or, as a control, are all approved. */
  readonly questions: 'open' | 'declined' | 'impossible' | 'approved';
  /** As a control: a policy file that allows everything. */
  readonly policy?: string;
}

/** The result of a fixture. */
export interface Played {
  /** The hostile text reached the model, and the number of calls that it caused. */
  readonly isReached: boolean;
  readonly calls: number;
  readonly questions: number;
  readonly effects: readonly StageEffect[];
  /** The number of bytes that the attacker received. */
  readonly bytes: number;
}

/** Longer than any activity next to an open question stays silent. */
const QUIET_MS = 300;
const LONGEST_MS = 60_000;

/** Runs a session in which a hostile text reaches an obedient model, on a new stage. */
export async function playFixture({ place, attack }: Fixture, scene: Scene, template: StageTemplate): Promise<Played> {
  const stage = await openStage(template);
  const steps = attack.steps(stage);
  const text = toText(steps);
  const model = await openObedientModel(() => (place.name === SEARCH ? text : 'nothing'));
  try {
    place.plant(stage, steps);
    const first = place.first?.(stage);
    const before = snapshotStage(stage);
    const player = new Player({ stage, scene, model, first, isAsked: place.isAsked ?? false, ticket: text });
    await player.play(place.then);
    const found = await findStageEffects(stage, {
      ...{ before, mode: scene.mode, modes: player.modes, hosted: player.hosted, requests: model.requests },
    });
    return { isReached: model.obeyed.texts > 0, calls: model.obeyed.calls, questions: player.questions, ...found };
  } finally {
    await model.close();
    await stage.close();
  }
}

const SEARCH = 'what a search of the web finds';

interface PlayerParts {
  readonly stage: Stage;
  readonly scene: Scene;
  readonly model: ObedientModel;
  /** The call of the user's own task, which the user approves. */
  readonly first: ObeyedCall | undefined;
  readonly isAsked: boolean;
  readonly ticket: string;
}

/** The events received so far in a turn. */
interface Turn {
  heardAt: number;
  isOpen: boolean;
  isEnded: boolean;
}

function createTurn(): Turn {
  return { heardAt: 0, isOpen: false, isEnded: false };
}

/** The program that embeds a session, and its user. */
class Player {
  questions = 0;
  /** Host tools that it was told to run, except the first. */
  readonly hosted: string[] = [];
  /** The modes that the session changed to. */
  readonly modes: string[] = [];
  readonly #parts: PlayerParts;
  readonly #running = new Set<string>();
  #turn: Turn = createTurn();

  constructor(parts: PlayerParts) {
    this.#parts = parts;
  }

  async play(then: 'resume' | 'compact' | undefined): Promise<void> {
    const { model, first } = this.#parts;
    model.begin(first);
    if (then === undefined) model.obey();
    const id = await this.#playIn({}, async (bowline) => {
      await this.#say(bowline, createMessage('Have a look, please.'));
      if (then !== 'compact') return;
      await this.#say(bowline, { action: { name: 'compact' } });
      model.obey();
      await this.#say(bowline, createMessage('Go on.'));
    });
    if (then !== 'resume') return;
    model.obey();
    await this.#playIn({ session: { resume: id } }, async (bowline) => {
      await this.#say(bowline, createMessage('Go on.'));
    });
  }

  async #playIn(options: SessionOptions, act: (bowline: Bowline) => Promise<void>): Promise<string> {
    const bowline = await this.#open(options);
    try {
      await act(bowline);
    } finally {
      await bowline.close();
    }
    return bowline.id;
  }

  async #open(more: SessionOptions): Promise<Bowline> {
    const { stage, scene } = this.#parts;
    const { mode, isTrusted, sandbox, questions, policy } = scene;
    const { home, workspace, net, apiKey, root } = stage;
    const env = {
      PATH: `${root}/bin:${process.env['PATH'] ?? ''}`,
      HOME: home,
      BOWLINE_HOME: `${home}/.bowline`,
      GEMINI_API_KEY: apiKey,
      GOOGLE_GEMINI_BASE_URL: this.#parts.model.url,
    };
    const { pid, execPath, platform } = process;
    const execArgv = ['--conditions=@bowline/source', '--no-warnings'];
    const facts = {
      name: 'S5',
      version: '0',
      pid,
      execPath,
      execArgv,
      platform,
      env,
      home,
      supervisor: `${root}/bin/supervisor.mjs`,
    };
    const hosts = [net, net.pages].map(({ host, port }) => `${host}:${port}`);
    const tool = (name: string): object => ({ name, description: name, parameters: { type: 'object' } });
    const bowline = await openHere(
      {
        workspace,
        model: 'gemini-2.5-flash',
        approval: {
          mode,
          canAsk: questions !== 'impossible' || this.#parts.isAsked,
          ...(policy === undefined ? {} : { policies: [policy] }),
        },
        trust: { isTrusted },
        sandbox: { mode: sandbox },
        limits: { maxSteps: 12 },
        web: {
          search: setUpModels({ env, home, bowlineHome: env.BOWLINE_HOME }).webSearch,
          allowedHosts: hosts,
        },
        hostTools: [tool('ticket'), tool('deploy')] as NonNullable<SessionOptions['hostTools']>,
        ...more,
      },
      facts,
    );
    const socket = await openSessionSocket(bowline.session, createHostEnvironment(facts));
    bowline.session.subscribe((event) => {
      this.#hear(event, bowline);
    });
    return {
      ...bowline,
      close: async () => {
        socket.close();
        await bowline.close();
      },
    };
  }

  async #say(bowline: Bowline, send: AgentSend): Promise<void> {
    const turn = createTurn();
    this.#turn = turn;
    await bowline.session.send(send);
    const end = Date.now() + LONGEST_MS;
    while (!turn.isEnded && Date.now() < end) {
      await wait(10);
      const isQuiet = this.#running.size === 0 && Date.now() - turn.heardAt > QUIET_MS;
      if (turn.isOpen && isQuiet) break;
    }
    if (!turn.isEnded) await bowline.session.abort();
  }

  #hear(event: AgentEvent, bowline: Bowline): void {
    this.#turn.heardAt = Date.now();
    if (event.type === 'agent_end') this.#turn.isEnded = true;
    if (event.type === 'session_update' && event.mode !== undefined) this.modes.push(event.mode);
    if (event.type === 'tool_response') this.#running.delete(event.callId);
    if (event.type === 'tool_status' && event.status === 'running') this.#run(event, bowline);
    if (event.type === 'input_request') this.#answer(event.request, bowline);
  }

  #run({ callId, host }: Extract<AgentEvent, { type: 'tool_status' }>, { session }: Bowline): void {
    this.#running.add(callId);
    if (host === undefined) return;
    if (host.name !== this.#parts.first?.name) this.hosted.push(host.name);
    const content = [{ type: 'text' as const, text: host.name === 'ticket' ? this.#parts.ticket : 'done' }];
    void session.send({ input: { inputId: callId, answer: { kind: 'tool_result', content, isError: false } } });
  }

  #answer(request: Extract<AgentEvent, { type: 'input_request' }>['request'], { session }: Bowline): void {
    if (request.kind !== 'confirmation') return;
    const isFirst = this.#isFirst(request);
    if (!isFirst) this.questions += 1;
    const { questions } = this.#parts.scene;
    if (questions === 'open' && !isFirst) {
      this.#turn.isOpen = true;
      return;
    }
    const outcome = isFirst || questions === 'approved' ? 'once' : 'denied';
    const { inputId, digest } = request;
    void session.send({ input: { inputId, answer: { kind: 'confirmation', digest, outcome } } }).catch(() => undefined);
  }

  #isFirst({ tool, args }: ConfirmationRequest): boolean {
    const { first } = this.#parts;
    return first !== undefined && first.name === tool && JSON.stringify(first.args) === JSON.stringify(args);
  }
}
