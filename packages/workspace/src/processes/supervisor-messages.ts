import type { Bubblewrap } from '../sandbox/linux/detect-bubblewrap.ts';
import type { Confinement } from '../sandbox/confinement.ts';
import type { GroupBounds } from '../sandbox/linux/limit-group.ts';
import type { NotesPlace } from '../fence/supervisor-notes.ts';
import * as z from 'zod';

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
const request = { id: z.int(), key: z.string().min(1) };

/** Messages to the supervisor, one line of JSON each. Parsed by `supervisor/owner-messages.ts`. */
export const ownerMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    version: z.int(),
    /** The token of the workspace's owner. */
    token: z.int().optional(),
  }),
  /** When the lease of the owner ends, in milliseconds since boot. */
  z.object({ type: z.literal('renew'), until: z.number() }),
  /** The owner has closed the session and only renews its lease, for background commands. */
  z.object({ type: z.literal('part') }),
  z.object({
    type: z.literal('start'),
    ...request,
    command: z.string(),
    /** The words to start it from, without a shell. */
    words: z.array(z.string()).min(1).optional(),
    cwd: z.string(),
    env: z.record(z.string(), z.string()),
    pty: z.boolean(),
    /** Texts to remove from its output file. Kept in memory only. */
    leftOut: z.array(z.string()).optional(),
    /** How it is sandboxed. Null: not at all. Both ends are ours, so only its presence is checked. */
    confinement: z.custom<Confinement>(isObject).nullable(),
    /** When to end it. Null: never. */
    timeoutMs: z.number().positive().nullable(),
    inactivityTimeoutMs: z.number().positive().nullable(),
  }),
  /** Subscribes to a command. */
  z.object({ type: z.literal('find'), ...request }),
  z.object({ type: z.literal('kill'), ...request, cause: z.enum(['killed', 'run_ended']) }),
  /** Moves it to the background: no more output is sent, and silence does not end it. */
  z.object({ type: z.literal('leave'), ...request }),
  /** Its state and its last bytes of output. */
  z.object({ type: z.literal('look'), ...request, bytes: z.int().nonnegative() }),
  z.object({ type: z.literal('write'), ...request, text: z.string() }),
]);
export type OwnerMessage = z.infer<typeof ownerMessageSchema>;

/** Messages from the supervisor, one line of JSON each. How a command ended is only in its state file. */
export const supervisorMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), version: z.int() }),
  z.object({
    type: z.literal('answer'),
    id: z.int(),
    /** `lost`: started, not running, and its end was not recorded. `unknown`: never started. */
    status: z.enum(['running', 'ended', 'lost', 'unknown']),
    pid: z.int().nullable(),
    /** For a running command. */
    isWaiting: z.boolean().optional(),
    hasTerminal: z.boolean().optional(),
    /** For `look`. */
    text: z.string().optional(),
  }),
  z.object({ type: z.literal('output'), key: z.string(), text: z.string() }),
  /** It waits for input. */
  z.object({ type: z.literal('waiting'), key: z.string() }),
  z.object({ type: z.literal('ended'), key: z.string() }),
  z.object({
    type: z.literal('refused'),
    id: z.int().nullable(),
    text: z.string(),
    /** Another owner has taken over the workspace. */
    isFenced: z.boolean().optional(),
  }),
]);
export type SupervisorMessage = z.infer<typeof supervisorMessageSchema>;

/** The launch settings of the supervisor, passed as JSON in its only argument. */
export interface SupervisorSettings {
  readonly stateFolder: string;
  readonly socketPath: string;
  /** The file in which it records its address. */
  readonly addressPath: string;
  readonly leaseMs: number;
  /** The notes about the owners of the workspace. Absent: owners are not told apart. */
  readonly fence?: NotesPlace | undefined;
  /** How to confine commands, if possible. */
  readonly sandbox: SupervisorSandbox | null;
}

/** What a supervisor confines commands with. */
export interface SupervisorSandbox {
  readonly bubblewrap: Bubblewrap;
  /** Where all supervisors of a user record placeholders for missing paths. */
  readonly journal: string;
  /** Opens a network ahead of the first command that needs one. */
  readonly hasNetwork?: boolean | undefined;
  /** Limits all sandboxed commands together if the kernel supports it. Overrides the default amounts. */
  readonly group?: Partial<GroupBounds> | undefined;
}
