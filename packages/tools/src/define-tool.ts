import type {
  ContentPart,
  CredentialUse,
  Display,
  Effect,
  InputOutcome,
  InputRequest,
  JsonObject,
  SandboxProfile,
  Wall,
} from '@bowline/protocol';
import type * as z from 'zod';
// The part of zod that a tool needs: who only defines one does not wait for the rest.
import { prettifyError, toJSONSchema } from 'zod/v4/core';
import type { ToolHost } from './tool-host.ts';

/** What a call may use while it runs. */
export interface ToolScope {
  readonly host: ToolHost;
  readonly signal: AbortSignal;
  /** The same for the same call, whatever process runs it: what it keys happens at most once. */
  readonly key: string;
  /** Keeps a text among the session's own files, where it has any; gives its path. */
  readonly keep?: (name: string, text: string) => Promise<string>;
  /** What a person answered to the call's own questions, in their order. */
  readonly answers?: readonly InputOutcome[];
  /** Of a command that nobody was asked about: the words it starts from, without a shell, and whether it only reads. */
  readonly start?: { readonly words?: readonly string[] | undefined; readonly onlyReads: boolean } | undefined;
  /** How far a command is confined; not at all where it is absent. */
  readonly profile?: SandboxProfile | undefined;
  /** Hosts that a confined command reaches. */
  readonly hosts?: readonly string[] | undefined;
  /** Tokens that it can use at some of them. */
  readonly credentials?: readonly CredentialUse[] | undefined;
  /** Shows what the call is doing, as it does it. */
  readonly update: (text: string) => void;
}

/** What came of a call. Failure is a value: a thrown error means a bug. */
export type ToolOutcome = {
  /** For the model. */
  readonly content: readonly ContentPart[];
  /** For a person. */
  readonly display?: Display;
  readonly data?: JsonObject;
  /** A file that holds the whole output, when `content` holds only a part of it. */
  readonly artifact?: string;
  /** What the sandbox refused it, where more could be asked for. */
  readonly walls?: readonly Wall[];
  /** The session goes into plan mode with this, or out of it with a plan that was agreed on. */
  readonly plan?: 'begun' | 'approved';
} & ({ readonly ok: true } | { readonly ok: false; readonly errorType: string });

/** One thing an agent can do, of any input. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly effect: Effect;
  /** The input as JSON schema, for the model. */
  readonly parameters: JsonObject;
  /** What one model is told differently; null when it is not told of the tool at all. */
  readonly forModel?: (model: string) => Partial<Pick<Tool, 'description' | 'parameters'>> | null;
  /** Checks an input; the words are for the model. */
  readonly parse: (
    input: unknown,
  ) => { readonly ok: true; readonly call: ParsedCall } | { readonly ok: false; readonly text: string };
}

/** A call whose input holds. */
export interface ParsedCall {
  /** What a person is shown of it before it runs. */
  readonly display: Display | undefined;
  /** The same with what is there now, for the question whether it may run; undefined when there is nothing to add. */
  readonly preview: (host: ToolHost) => Promise<Display | undefined>;
  /** Why it would fail as things stand, told to the model instead of asking a person; undefined when it may go well. */
  readonly refusal: (host: ToolHost) => Promise<ToolOutcome | undefined>;
  /** What it writes, as absolute paths: calls that share one run in order. */
  readonly writes: (host: ToolHost) => readonly string[];
  /** What a person has to answer before it runs. */
  readonly questions: (callId: string) => readonly InputRequest[];
  readonly run: (scope: ToolScope) => Promise<ToolOutcome>;
  /** Picks up a run that a dead process began; undefined when nothing is left of it. */
  readonly reattach: (scope: ToolScope) => Promise<ToolOutcome | undefined>;
}

/** A tool as it is written down. */
export interface ToolDefinition<Input extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly effect: Effect;
  readonly input: Input;
  readonly forModel?: Tool['forModel'];
  readonly display?: (input: z.infer<Input>) => Display;
  readonly preview?: (input: z.infer<Input>, host: ToolHost) => Promise<Display | undefined>;
  readonly refusal?: (input: z.infer<Input>, host: ToolHost) => Promise<ToolOutcome | undefined>;
  readonly writes?: (input: z.infer<Input>, host: ToolHost) => readonly string[];
  readonly questions?: (input: z.infer<Input>, callId: string) => readonly InputRequest[];
  readonly run: (input: z.infer<Input>, scope: ToolScope) => Promise<ToolOutcome>;
  readonly reattach?: (input: z.infer<Input>, scope: ToolScope) => Promise<ToolOutcome | undefined>;
}

/** Closes over the input schema, so that tools of any input stand in one list. */
export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  const { name, description, effect, input } = definition;
  const { $schema: _, ...parameters } = toJSONSchema(input, { io: 'input' });
  return {
    name,
    description,
    effect,
    parameters: parameters as JsonObject,
    ...(definition.forModel === undefined ? {} : { forModel: definition.forModel }),
    parse(value) {
      const parsed = input.safeParse(value);
      if (!parsed.success) return { ok: false, text: `invalid arguments for ${name}: ${prettifyError(parsed.error)}` };
      const { data } = parsed;
      return {
        ok: true,
        call: {
          display: definition.display?.(data),
          preview: async (host) => await definition.preview?.(data, host),
          refusal: async (host) => await definition.refusal?.(data, host),
          writes: (host) => definition.writes?.(data, host) ?? [],
          questions: (callId) => definition.questions?.(data, callId) ?? [],
          run: (scope) => definition.run(data, scope),
          reattach: async (scope) => await definition.reattach?.(data, scope),
        },
      };
    },
  };
}

/** An outcome of plain text. */
export function succeed(
  text: string,
  more: Partial<Pick<ToolOutcome, 'display' | 'data' | 'artifact'>> = {},
): ToolOutcome {
  return { ok: true, content: [{ type: 'text', text }], ...more };
}

/** A failure, in words that the model can act on. */
export function fail(
  errorType: string,
  text: string,
  more: Partial<Pick<ToolOutcome, 'display' | 'data' | 'artifact'>> = {},
): ToolOutcome {
  return { ok: false, errorType, content: [{ type: 'text', text }], ...more };
}
