export type { Anchor, AnchorKind } from './compaction/anchors/anchor.ts';
export { findAnchors } from './compaction/anchors/find-anchors.ts';
export { missingAnchors } from './compaction/anchors/missing-anchors.ts';
export { completeSummary } from './compaction/complete-summary.ts';
export { planCompaction, type CompactionPlan } from './compaction/plan-compaction.ts';
export { renderSummary, type RenderParts } from './compaction/render-summary.ts';
export { WORDS_TITLE } from './compaction/rendering.ts';
export { showSections } from './compaction/show-sections.ts';
export { summarySchema, type Summary } from './compaction/summary.ts';
export { toSummaryQuestion, type CompactionQuestion, type SummaryRequest } from './compaction/to-summary-question.ts';
export { toTranscript, type TranscriptLimits } from './compaction/to-transcript.ts';
export { toVerificationQuestion, type VerificationRequest } from './compaction/to-verification-question.ts';
export { verificationSchema, type Verification } from './compaction/verification.ts';
export { composeInstruction, type Instruction } from './instruction/compose-instruction.ts';
export type { InstructionFacts } from './instruction/instruction-facts.ts';
export type { InstructionPart } from './instruction/instruction-part.ts';
export {
  findCallLoop,
  initialCallLoop,
  resetCallLoop,
  settleCallLoop,
  reduceCallLoop,
  type CallLoopState,
} from './loops/call-loop.ts';
export type { FinishedCall } from './loops/finished-call.ts';
export {
  isLoop,
  loopAnswerSchema,
  planLoopCheck,
  toLoopQuestion,
  type LoopAnswer,
  type LoopCheckFacts,
} from './loops/loop-check.ts';
export { nudgeFor, type LoopFinding } from './loops/loop-finding.ts';
export { createTextLoop, type TextLoop } from './loops/text-loop.ts';
export { MASKED, maskResult, resultText } from './masking/mask-result.ts';
export { defaultMasking, planMasking, type MaskingRules } from './masking/plan-masking.ts';
export { findMemoryFor, type KnownMemory } from './memory/find-memory-for.ts';
export type { MemoryFile, MemoryProblem, MemorySource } from './memory/memory-file.ts';
export { surveyMemory, type MemoryGround } from './memory/memory-ground.ts';
export { MEMORY_NAMES, type MemoryPlaces } from './memory/memory-places.ts';
export type { FileText, MemoryReader } from './memory/memory-reader.ts';
export { readMemory, type Memory } from './memory/read-memory.ts';
export { estimateContent } from './tokens/estimate-content.ts';
export { estimateJson } from './tokens/estimate-json.ts';
export { estimateTokens } from './tokens/estimate-tokens.ts';
export { familyOf, type TokenFamily } from './tokens/token-family.ts';
export { windowOf, type WindowTable } from './tokens/window-of.ts';
export type { ContextEntry, ContextMedia, ContextResult, MemoryText } from './view/context-entry.ts';
export { keepOf, planContext, type ContextFacts, type ContextPlan, type ContextRules } from './plan-context.ts';
export { showRestored } from './view/show-restored.ts';
export { showMemory } from './view/show-memory.ts';
export { kindOf, showSetAside } from './view/show-set-aside.ts';
export { firstOf, lastOf } from './view/whole-characters.ts';
