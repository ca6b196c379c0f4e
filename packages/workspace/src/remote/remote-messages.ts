import * as z from 'zod';
import { agentErrorCodeSchema, fileChangeSchema, fileStateSchema, refusedPathSchema } from '@bowline/protocol';

/** The version of the protocol, which must be the same at both ends. */
export const REMOTE_VERSION = 1;

const path = z.string().min(1).max(16_384);
const key = z.string().min(1).max(1024);
const ms = z.number().positive();
/** Identifies a request with an effect, so that it runs once however often it arrives. */
const once = z.uuid();
const knownCheckpoint = z.object({ id: z.string(), callId: z.string() });
/** Changes to files, oldest step first. */
const steps = z.array(z.array(fileChangeSchema));
const credentialUse = z.object({ host: z.string(), variable: z.string() });

/** How a command is to be sandboxed. The far end decides what that means there. */
export const placeSchema = z.object({
  profile: z.enum(['observe', 'work']),
  isBackground: z.boolean(),
  hosts: z.array(z.string()),
  credentials: z.array(credentialUse),
});

const folderQuery = { folder: path, pattern: z.string(), caseSensitive: z.boolean(), respectIgnore: z.boolean() };

const textQuery = z.object({
  ...folderQuery,
  only: path.optional(),
  isFixed: z.boolean(),
  include: z.string().optional(),
  exclude: z.string().optional(),
  /** Leaves out the lines of files that may hold secrets. */
  withholds: z.boolean(),
  before: z.int(),
  after: z.int(),
  maxPerFile: z.int().optional(),
  maxTotal: z.int(),
});

const startSchema = z.object({
  key,
  command: z.string(),
  words: z.array(z.string()).min(1).optional(),
  place: placeSchema.nullable(),
  isCareful: z.boolean().optional(),
  cwd: path,
  pty: z.boolean().optional(),
  timeoutMs: ms.optional(),
  isBackground: z.boolean().optional(),
});

/** What the near end asks for. Each can be asked again: reads change nothing, and everything else has a key. */
export const operationSchema = z.discriminatedUnion('op', [
  z.object({ op: z.literal('info'), path }),
  z.object({ op: z.literal('read'), path }),
  z.object({ op: z.literal('write'), path, once, mode: z.int().optional() }),
  z.object({ op: z.literal('list'), path }),
  z.object({ op: z.literal('realPath'), path }),
  z.object({ op: z.literal('hidden'), paths: z.array(path) }),
  z.object({ op: z.literal('searchFiles'), query: z.object(folderQuery) }),
  z.object({ op: z.literal('searchText'), query: textQuery }),
  z.object({ op: z.literal('start'), spec: startSchema }),
  z.object({ op: z.literal('find'), key, from: z.int().nonnegative() }),
  z.object({ op: z.literal('type'), key, once, text: z.string() }),
  z.object({ op: z.literal('kill'), key }),
  z.object({ op: z.literal('leave'), key }),
  z.object({ op: z.literal('recent'), key }),
  z.object({ op: z.literal('background') }),
  z.object({ op: z.literal('endBackground') }),
  z.object({ op: z.literal('prepare') }),
  z.object({ op: z.literal('hold'), paths: z.array(path) }),
  z.object({ op: z.literal('settle'), held: z.array(z.object({ path, before: fileStateSchema.nullable() })) }),
  z.object({
    op: z.literal('checkpoint'),
    since: z.array(knownCheckpoint).exactOptional(),
    isAhead: z.boolean().exactOptional(),
    writing: z.array(path).exactOptional(),
    callId: z.string().exactOptional(),
    endedMsAgo: z.number().nonnegative().exactOptional(),
    isBase: z.boolean().exactOptional(),
  }),
  z.object({ op: z.literal('undo'), steps, key, overwrite: z.array(path) }),
  z.object({ op: z.literal('previewUndo'), steps, overwrite: z.array(path) }),
  z.object({ op: z.literal('compare'), steps }),
  z.object({ op: z.literal('writableFolders') }),
  z.object({ op: z.literal('sandboxProblem') }),
]);
export type Operation = z.infer<typeof operationSchema>;

const id = z.int().nonnegative();

/** Messages from the near end. */
export const nearMessageSchema = z.discriminatedUnion('type', [
  /** Always the first. `client` is new for each process that opens the session. */
  z.object({
    type: z.literal('hello'),
    version: z.int(),
    client: z.uuid(),
    session: z.string().regex(/^[\w.-]{1,128}$/),
  }),
  /** `received`: requests with an effect whose answers have arrived, so that they need not be remembered. */
  z.object({ type: z.literal('ask'), id, operation: operationSchema, received: z.array(once).optional() }),
  z.object({ type: z.literal('cancel'), id }),
]);
export type NearMessage = z.infer<typeof nearMessageSchema>;

const stop = z.object({
  cause: z.enum(['killed', 'timeout', 'silence', 'lease', 'run_ended']),
  limitMs: z.number().nullable(),
});
const port = z.object({ inside: z.int(), outside: z.int() });
const network = z.object({
  refused: z.object({ unlisted: z.array(z.string()), private: z.array(z.string()) }),
  tried: z.array(z.string()),
  ports: z.array(port),
});
const hitLimit = z.object({
  limit: z.enum(['memory', 'processes', 'fileSize', 'temporarySpace']),
  amount: z.number(),
  isShared: z.boolean(),
});
const endFields = {
  exitCode: z.int().nullable(),
  signal: z.string().nullable(),
  stop: stop.nullable(),
  durationMs: z.number().nullable(),
  leftovers: z.int(),
};

export const commandEndSchema = z.object({
  ...endFields,
  unconfined: z.string().optional(),
  limits: z.array(hitLimit).optional(),
  network: network.optional(),
  head: z.string(),
  tail: z.string(),
  omittedBytes: z.number(),
  outputPath: z.string(),
});

const background = z.object({
  key,
  command: z.string(),
  cwd: z.string(),
  pid: z.int().nullable(),
  status: z.enum(['running', 'waiting', 'ended', 'lost']),
  startedAt: z.string(),
  hasTerminal: z.boolean(),
  ports: z.array(port).optional(),
  end: z.object(endFields).nullable(),
});

const kind = z.enum(['file', 'folder', 'other']);
const reason = z.object({ file: z.string(), line: z.number().nullable(), other: z.string().optional() });
/** How a started or found command is. Its end follows as a message. */
const followed = z.object({ isKnown: z.boolean(), pid: z.int().nullable(), hasTerminal: z.boolean() });

const leftOutReason = z.enum([
  'git',
  'generated',
  'too-large',
  'special',
  'unreadable',
  'changing',
  'secret',
  'store-full',
  'too-many',
]);

const filePreview = z.object({
  path: z.string(),
  action: z.enum(['create', 'change', 'merge', 'delete', 'conflict', 'gone']),
  reason: z
    .enum(['changed', 'changed-since-plan', 'not-empty', 'blocked', 'unseen', 'gone', 'store-full', 'failed'])
    .exactOptional(),
  before: fileStateSchema.nullable().exactOptional(),
  after: fileStateSchema.nullable().exactOptional(),
  diff: z.string().exactOptional(),
  added: z.int().exactOptional(),
  removed: z.int().exactOptional(),
  omitted: z.int().exactOptional(),
});

/** What each operation answers. A file is missing where there is null. Bytes of a file are the body of the message. */
export const answerSchemas = {
  info: z.object({ kind, size: z.number(), mode: z.int(), modifiedMs: z.number() }).nullable(),
  read: z.object({ size: z.int() }).nullable(),
  write: z.null(),
  list: z.array(z.object({ name: z.string(), kind })).nullable(),
  realPath: z.string(),
  hidden: z.array(reason.nullable()),
  searchFiles: z.array(z.string()),
  searchText: z.object({
    matches: z.array(z.object({ path: z.string(), line: z.int(), text: z.string(), isContext: z.boolean() })),
    withheld: z.array(z.string()),
    isTooSlow: z.boolean(),
  }),
  start: followed,
  find: followed,
  type: z.boolean(),
  kill: z.null(),
  leave: z.boolean(),
  recent: z.string(),
  background: z.array(background),
  endBackground: z.array(background),
  prepare: z.null(),
  hold: z.array(z.object({ path: z.string(), before: fileStateSchema.nullable() })),
  settle: z.array(fileChangeSchema),
  checkpoint: z.object({
    id: z.string(),
    changes: z.array(fileChangeSchema).nullable(),
    missed: z.array(knownCheckpoint.extend({ changes: z.array(fileChangeSchema) })),
    leftOut: z.array(z.object({ path: z.string(), reason: leftOutReason })),
  }),
  undo: z.object({
    changes: z.array(fileChangeSchema),
    kept: z.array(z.string()),
    refused: z.array(refusedPathSchema).exactOptional(),
  }),
  previewUndo: z.array(filePreview),
  compare: z.array(filePreview),
  writableFolders: z.array(z.string()),
  sandboxProblem: z.string().nullable(),
} as const satisfies Readonly<Record<Operation['op'], z.ZodType>>;

/** What an operation answers. */
export type AnswerOf<Op extends Operation['op']> = z.infer<(typeof answerSchemas)[Op]>;

/** What the near end learns about the machine of a workspace. */
export const farFactsSchema = z.object({
  root: z.string(),
  directories: z.array(z.string()),
  home: z.string(),
  platform: z.string(),
  hasHistory: z.boolean(),
  sandbox: z.enum(['off', 'auto', 'required']),
});
export type FarFacts = z.infer<typeof farFactsSchema>;

/** Messages from the far end. */
export const farMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), version: z.int(), facts: farFactsSchema }),
  /** The connection is of no use, and is not tried again. */
  z.object({ type: z.literal('refused'), text: z.string(), hint: z.string().optional() }),
  z.object({ type: z.literal('answer'), id, value: z.unknown() }),
  z.object({
    type: z.literal('failed'),
    id,
    code: agentErrorCodeSchema,
    message: z.string(),
    hint: z.string().optional(),
    retryable: z.boolean(),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  }),
  /** `from`: how many characters the command printed before. */
  z.object({ type: z.literal('output'), key, from: z.int().nonnegative(), text: z.string() }),
  z.object({ type: z.literal('waiting'), key }),
  z.object({ type: z.literal('ended'), key, end: commandEndSchema }),
]);
export type FarMessage = z.infer<typeof farMessageSchema>;
