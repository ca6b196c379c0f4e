export { ArtifactFolder } from './artifacts/artifact-folder.ts';
export { ARTIFACT_BUDGET, toArtifactName, type ArtifactStore } from './artifacts/artifact-store.ts';
export { AppendQueue } from './append-queue.ts';
export { pickSummary, toDamagedSummary, toSummary, type SummarisedState } from './index/session-summary.ts';
export { exportSession } from './jsonl/export-session.ts';
export { importSession, type ImportOptions } from './jsonl/import-session.ts';
export { openStore, type StoreOptions } from './open-store.ts';
export { foldAt, Projection } from './projection.ts';
export { heldInFork } from './held-in-fork.ts';
export { toAnswerText, type AnswerPart } from './records/answer-content.ts';
export { fromGeminiPart } from './records/from-gemini-part.ts';
export { toCurrentType } from './records/migrate-record.ts';
export { stricterMode, stricterModes } from './records/held-modes.ts';
export { GENESIS, hashRecord } from './records/chain.ts';
export type { Fold } from './records/fold.ts';
export { isVisible, rangesAfter, toVisibleRanges, type Rewind, type SeqRange } from './records/lineage.ts';
export {
  decodeRecord,
  encodeAgain,
  encodeRecord,
  type RecordFields,
  toSeq,
  type LogRecord,
  type NewRecord,
  type RecordOf,
} from './records/log-record.ts';
export {
  placeGroups,
  rewindTarget,
  type AppendGroup,
  type AppendOutcome,
  type PlacedRecord,
} from './records/place-groups.ts';
export { FORMAT, recordBodies, type RecordBody, type RecordType } from './records/record-bodies.ts';
export { checkReturn, refuseMoved, writtenHere } from './records/moved.ts';
export { sessionFold } from './records/session-fold.ts';
export { addUsage, type OpenCall, type Restoring, type SessionState } from './records/session-state.ts';
export type {
  AppendOptions,
  LogHead,
  LogOwner,
  OpenOptions,
  Restored,
  SalvageReport,
  SessionIndex,
  SessionLog,
  SessionReader,
  SessionStore,
  SessionSummary,
  Snapshot,
  VerifyReport,
} from './session-log.ts';
export { findOwner, type HeldBy } from './sqlite/find-owner.ts';
export { isSessionId } from './sqlite/session-files.ts';
export { WakeSignal } from './wake-signal.ts';
export { sessionHeld } from './session-held.ts';
