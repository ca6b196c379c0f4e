import type { Bubblewrap, Confinement, GroupBounds } from '@bowline/workspace';
import * as z from 'zod';

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
const request = { id: z.int(), key: z.string().min(1) };

/** What an owner asks of the supervisor, one line of JSON each; `supervisor/owner-messages.ts` reads it there. */
export const ownerMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), version: z.int() }),
  z.object({
    type: z.literal('start'),
    ...request,
    command: z.string(),
    /** What it is started from, without a shell that would read the command. */
    words: z.array(z.string()).min(1).optional(),
    cwd: z.string(),
    env: z.record(z.string(), z.string()),
    pty: z.boolean(),
    /** Texts that are left out of the file of its output. Only ever in memory. */
    leftOut: z.array(z.string()).optional(),
    /** How it is confined; null is not at all. Ours from end to end: only its presence is checked. */
    confinement: z.custom<Confinement>(isObject).nullable(),
    /** What ends it; null is never. */
    timeoutMs: z.number().positive().nullable(),
    silenceMs: z.number().positive().nullable(),
  }),
  /** Hears of it from now on. */
  z.object({ type: z.literal('find'), ...request }),
  z.object({ type: z.literal('kill'), ...request, cause: z.enum(['killed', 'run_ended']) }),
  /** It goes on in the background: its output is no longer sent here, and its silence does not end it. */
  z.object({ type: z.literal('leave'), ...request }),
  /** How it is, and the last bytes that it printed. */
  z.object({ type: z.literal('look'), ...request, bytes: z.int().nonnegative() }),
  z.object({ type: z.literal('write'), ...request, text: z.string() }),
]);
export type OwnerMessage = z.infer<typeof ownerMessageSchema>;

/** What the supervisor says, one line of JSON each. How a command ended is in its state file alone. */
export const supervisorMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), version: z.int() }),
  z.object({
    type: z.literal('answer'),
    id: z.int(),
    /** `lost`: it was started, it does not run, and nobody saw its end. `unknown`: it was never started. */
    status: z.enum(['running', 'ended', 'lost', 'unknown']),
    pid: z.int().nullable(),
    /** Of one that runs. */
    isWaiting: z.boolean().optional(),
    hasTerminal: z.boolean().optional(),
    /** To `look`. */
    text: z.string().optional(),
  }),
  z.object({ type: z.literal('output'), key: z.string(), text: z.string() }),
  /** It waits for somebody to type. */
  z.object({ type: z.literal('waiting'), key: z.string() }),
  z.object({ type: z.literal('ended'), key: z.string() }),
  z.object({ type: z.literal('refused'), id: z.int().nullable(), text: z.string() }),
]);
export type SupervisorMessage = z.infer<typeof supervisorMessageSchema>;

/** What the supervisor is told when it is launched, as JSON in its only argument. */
export interface SupervisorSettings {
  readonly stateFolder: string;
  readonly socketPath: string;
  /** The file in which it says where it listens. */
  readonly addressPath: string;
  readonly leaseMs: number;
  /** What confines commands, where anything does. */
  readonly sandbox: SupervisorSandbox | null;
}

/** What a supervisor confines commands with. */
export interface SupervisorSandbox {
  readonly bubblewrap: Bubblewrap;
  /** Where all supervisors of a person write down what stands in for missing paths. */
  readonly journal: string;
  /** Whether commands are expected to have a network: then one is open before the first of them. */
  readonly hasNetwork?: boolean | undefined;
  /** Bounds all its confined commands together where the kernel can, to these amounts instead of those by default. */
  readonly group?: Partial<GroupBounds> | undefined;
}
