import { createMessage, type AgentEvent, type AgentSend } from '@bowline/protocol';
import { all, outline, type ScriptedStep } from '@bowline/testkit';
import { defineTool, fail, succeed, type Tool } from '@bowline/tools';
import * as z from 'zod';
import { toSentLines } from './sent-lines.ts';
import { openWiredSession, wiredModels, type WiredName, type WiredOptions } from './wired-session.ts';

/** A one-pixel picture, as base64. */
export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** What a provider wants back with its thoughts and calls. */
export const signatures = { thought: 'c2lnbmVkLXRob3VnaHQ=', call: 'c2lnbmVkLWNhbGw=' } as const;
const usage = { promptTokenCount: 100, cachedContentTokenCount: 40, candidatesTokenCount: 20, thoughtsTokenCount: 7 };

/** A step with a thought, a text and two calls. */
export const callingStep: ScriptedStep = {
  chunks: [
    { thought: 'Two places' },
    { thought: { text: ' to look.', signature: signatures.thought } },
    { text: 'I ' },
    { text: 'look.' },
    {
      calls: [
        { name: 'look_left', args: { at: 'a' }, signature: signatures.call },
        { name: 'look_right', args: { at: 'b' } },
      ],
    },
  ],
  usage,
};
/** A step with only text. */
export const sayingStep = (...texts: readonly string[]): ScriptedStep => ({
  chunks: texts.map((text) => ({ text })),
  usage,
});

/** The text and picture of the user. */
export const picture: AgentSend = {
  message: {
    content: [
      { type: 'text', text: 'What is this?' },
      { type: 'media', mimeType: 'image/png', data: PIXEL },
    ],
  },
};

const script = [callingStep, sayingStep('Left is a, ', 'right is b.'), sayingStep('That is all.')];
const ALONE_MS = 2000;

/** Two tools, each of which ends only after the other has started. */
export function createLooks(): readonly Tool[] {
  const met = Promise.withResolvers<boolean>();
  let here = 0;
  const look = (name: string): Tool =>
    defineTool({
      name,
      description: `Looks (${name})`,
      effect: 'read',
      input: z.object({ at: z.string() }),
      async run({ at }) {
        here += 1;
        if (here === 2) met.resolve(true);
        const timer = setTimeout(met.resolve, ALONE_MS, false);
        const isTogether = await met.promise;
        clearTimeout(timer);
        return isTogether ? succeed(`seen ${at}`) : fail('alone', 'the other call did not begin');
      },
    });
  return [look('look_left'), look('look_right')];
}

/** The observations of two turns over a wire. */
export interface PlayedTurns {
  /** The outline of all events, with deltas joined and without the model name. */
  readonly lines: readonly string[];
  /** The thoughts, and the token counts. */
  readonly thoughts: readonly string[];
  readonly counts: readonly string[];
  /** The history in each request. */
  readonly sent: readonly (readonly string[])[];
  /** The raw requests. */
  readonly bodies: readonly unknown[];
  readonly faults: readonly string[];
}

/** Plays the two turns over a wire: a picture, a thought, two parallel calls, text; then another message. */
export async function playTurns(
  name: WiredName,
  { splitBytes, ...options }: Partial<WiredOptions> & { readonly splitBytes?: number } = {},
): Promise<PlayedTurns> {
  const { model, wire } = wiredModels[name];
  const steps = splitBytes === undefined ? script : script.map((step) => ({ ...step, splitBytes }));
  const { session, server, close } = await openWiredSession(steps, {
    model,
    thinks: true,
    tools: { isBuiltIn: false, own: createLooks() },
    ...options,
  });
  try {
    const events = await all(session.sendStream(picture));
    events.push(...(await all(session.sendStream(createMessage('And?')))));
    return {
      lines: joinDeltas(outline(events)).map((line) => line.replaceAll(model, 'MODEL')),
      thoughts: events.flatMap(toThoughts),
      counts: events.flatMap(toCounts),
      sent: server.requests.map(({ body }) => toSentLines(wire, body)),
      bodies: server.requests.map(({ body }) => body),
      faults: server.faults,
    };
  } finally {
    await close();
  }
}

const DELTA = /^~ (\(thought\) )?/;

/** The network determines how an answer is split into deltas. */
function joinDeltas(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const kind = DELTA.exec(line)?.[0];
    const last = joined.at(-1);
    if (kind !== undefined && last !== undefined && DELTA.exec(last)?.[0] === kind)
      joined[joined.length - 1] = `${last}${line.slice(kind.length)}`;
    else joined.push(line);
  }
  return joined;
}

function toThoughts(event: AgentEvent): string[] {
  if (event.type !== 'message') return [];
  return event.content.flatMap((part) => (part.type === 'thought' ? [part.text] : []));
}

function toCounts(event: AgentEvent): string[] {
  if (event.type !== 'usage') return [];
  const { inputTokens, outputTokens, thoughtTokens = 0, cachedTokens = 0 } = event.usage;
  return [`${inputTokens} in, of which ${cachedTokens} cached; ${outputTokens} out, and ${thoughtTokens} thought`];
}
