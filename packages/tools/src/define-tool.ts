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
// Only the part of zod that a tool needs, so that defining a tool does not load the rest.
import { prettifyError, toJSONSchema } from 'zod/v4/core';
import type { PreviewedCommand, Workspace } from '@bowline/workspace';

/** What a call may use while it runs. */
export interface ToolScope {
  readonly workspace: Workspace;
  readonly signal: AbortSignal;
  /** Identical for the same call in every process: effects under this key happen at most once. */
  readonly key: string;
  /** Saves a text with the session and returns the name under which `read_file` finds it. */
  readonly keep?: (name: string, text: string) => Promise<string>;
  /** The user's answers to the call's own questions, in order. */
  readonly answers?: readonly InputOutcome[];
  /** For a command that runs without approval: the words it starts from without a shell, and whether it only reads. */
  readonly start?: { readonly words?: readonly string[] | undefined; readonly onlyReads: boolean } | undefined;
  /** The sandbox profile. Absent: no sandbox. */
  readonly profile?: SandboxProfile | undefined;
  /** Hosts that the sandboxed command can reach. */
  readonly hosts?: readonly string[] | undefined;
  /** Tokens that it can use at some of these hosts. */
  readonly credentials?: readonly CredentialUse[] | undefined;
  /** The longest that a run in a copy may take, in milliseconds. Default: what the workspace allows. */
  readonly maxMs?: number | undefined;
  /** Reports progress while the call runs. */
  readonly update: (text: string) => void;
}

/** The result of a call. Failures are values; a thrown error is a bug. */
export type ToolOutcome = {
  /** For the model. */
  readonly content: readonly ContentPart[];
  /** For the user. */
  readonly display?: Display;
  readonly data?: JsonObject;
  /** The name of the whole output, if `content` holds only part of it. */
  readonly artifact?: string;
  /** What the sandbox refused, if the user can grant it. */
  readonly walls?: readonly Wall[];
  /** The call starts plan mode, or ends it with an approved plan. */
  readonly plan?: 'begun' | 'approved';
} & ({ readonly ok: true } | { readonly ok: false; readonly errorType: string });

/** A tool with any input type. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly effect: Effect;
  /** The input as a JSON schema, for the model. */
  readonly parameters: JsonObject;
  /** Overrides for one model; null hides the tool from it. */
  readonly forModel?: (model: string) => Partial<Pick<Tool, 'description' | 'parameters'>> | null;
  /** Validates an input. The error text is for the model. */
  readonly parse: (
    input: unknown,
  ) => { readonly ok: true; readonly call: ParsedCall } | { readonly ok: false; readonly text: string };
}

/** A call with valid input. */
export interface ParsedCall {
  /** What the user sees of the call before it runs. */
  readonly display: Display | undefined;
  /** The same, with the current state, for the approval request. Undefined: nothing to add. */
  readonly preview: (workspace: Workspace) => Promise<Display | undefined>;
  /** Why the call would fail now. The model gets this instead of the user being asked. Undefined: it may succeed. */
  readonly refusal: (workspace: Workspace) => Promise<ToolOutcome | undefined>;
  /** Absolute paths that it writes. Calls that share a path run in order. */
  readonly writes: (workspace: Workspace) => readonly string[];
  /** What the user must answer before it runs. */
  readonly questions: (callId: string) => readonly InputRequest[];
  readonly run: (scope: ToolScope) => Promise<ToolOutcome>;
  /** Resumes a run that a dead process started. Undefined: nothing is left of it. */
  readonly reattach: (scope: ToolScope) => Promise<ToolOutcome | undefined>;
  /** Runs it in a copy of the workspace, or says why not. Undefined: the tool cannot. */
  readonly runInCopy: ((scope: ToolScope) => Promise<RanInCopy | { readonly problem: string }>) | undefined;
  /** Everything that it changes can be pending: it runs to its end in a copy, or writes the files that `writes` names. */
  readonly runsAside: boolean;
}

/** What a call did in a copy of the workspace, and its result if that is applied. */
export interface RanInCopy {
  readonly outcome: ToolOutcome;
  readonly preview: PreviewedCommand;
}

/** The definition of a tool. */
export interface ToolDefinition<Input extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly effect: Effect;
  readonly input: Input;
  readonly forModel?: Tool['forModel'];
  readonly display?: (input: z.infer<Input>) => Display;
  readonly preview?: (input: z.infer<Input>, workspace: Workspace) => Promise<Display | undefined>;
  readonly refusal?: (input: z.infer<Input>, workspace: Workspace) => Promise<ToolOutcome | undefined>;
  readonly writes?: (input: z.infer<Input>, workspace: Workspace) => readonly string[];
  readonly questions?: (input: z.infer<Input>, callId: string) => readonly InputRequest[];
  readonly run: (input: z.infer<Input>, scope: ToolScope) => Promise<ToolOutcome>;
  readonly reattach?: (input: z.infer<Input>, scope: ToolScope) => Promise<ToolOutcome | undefined>;
  readonly runInCopy?: (input: z.infer<Input>, scope: ToolScope) => Promise<RanInCopy | { readonly problem: string }>;
  readonly runsAside?: (input: z.infer<Input>) => boolean;
}

/** Hides the input type, so that tools with different inputs fit in one list. */
export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  const { name, description, effect, input, runInCopy } = definition;
  const { $schema: _, ...parameters } = toJSONSchema(input, { io: 'input' });
  return {
    name,
    description,
    effect,
    parameters: parameters as JsonObject,
    ...(definition.forModel === undefined ? {} : { forModel: definition.forModel }),
    parse(value) {
      const parsed = input.safeParse(value);
      if (!parsed.success) return { ok: false, text: `Invalid arguments for ${name}: ${prettifyError(parsed.error)}` };
      const { data } = parsed;
      return {
        ok: true,
        call: {
          display: definition.display?.(data),
          preview: async (workspace) => await definition.preview?.(data, workspace),
          refusal: async (workspace) => await definition.refusal?.(data, workspace),
          writes: (workspace) => definition.writes?.(data, workspace) ?? [],
          questions: (callId) => definition.questions?.(data, callId) ?? [],
          run: (scope) => definition.run(data, scope),
          runInCopy: runInCopy === undefined ? undefined : (scope) => runInCopy(data, scope),
          runsAside: definition.runsAside?.(data) ?? false,
          reattach: async (scope) => await definition.reattach?.(data, scope),
        },
      };
    },
  };
}

/** A successful outcome with plain text. */
export function succeed(
  text: string,
  more: Partial<Pick<ToolOutcome, 'display' | 'data' | 'artifact'>> = {},
): ToolOutcome {
  return { ok: true, content: [{ type: 'text', text }], ...more };
}

/** A failed outcome with a text that the model can act on. */
export function fail(
  errorType: string,
  text: string,
  more: Partial<Pick<ToolOutcome, 'display' | 'data' | 'artifact'>> = {},
): ToolOutcome {
  return { ok: false, errorType, content: [{ type: 'text', text }], ...more };
}
