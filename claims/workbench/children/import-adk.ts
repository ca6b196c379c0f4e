// Exactly what bare-adk.ts imports from ADK, to measure the cost of loading it.
export {
  FunctionTool,
  InMemorySessionService,
  LlmAgent,
  LogLevel,
  Runner,
  setLogLevel,
  StreamingMode,
} from '@google/adk';
