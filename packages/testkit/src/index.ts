export { all } from './all.ts';
export { note, owner, started } from './log-samples.ts';
export { outline } from './outline.ts';
export { ScriptedAgent } from './scripted-agent.ts';
export {
  asks,
  calls,
  emits,
  fails,
  hangs,
  says,
  type PlannedCall,
  type PlannedStep,
  type PlayedEvent,
  type PlayedStep,
  type PlayedTurn,
  type TurnPlan,
} from './turn-plan.ts';
export {
  openModelServer,
  openModelServer as openGeminiServer, // its name when it only supported Gemini
  type ModelServer,
  type ModelServer as GeminiServer,
  type ModelServerOptions,
  type ModelServerOptions as GeminiServerOptions,
} from './model-server/model-server.ts';
export type { ServedRequest } from './model-server/served-request.ts';
export type { WireName } from './model-server/wire.ts';
export { answer } from './scripted-model/answer.ts';
export {
  modelScriptSchema,
  parseModelScript,
  type ModelScript,
  type ScriptedCall,
  type ScriptedChunk,
  type ScriptedHttpError,
  type ScriptedStep,
  type ScriptRule,
} from './model-script.ts';
export { scriptedModel, type ScriptedModel } from './scripted-model/scripted-model.ts';
