// What bare-adk.ts imports of ADK, and nothing else: the cost of having it at hand.
export {
  FunctionTool,
  InMemorySessionService,
  LlmAgent,
  LogLevel,
  Runner,
  setLogLevel,
  StreamingMode,
} from '@google/adk';
