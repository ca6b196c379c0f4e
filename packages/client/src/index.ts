export { openRemoteAgent, type RemoteAgent, type RemoteAgentOptions } from './remote-agent.ts';
export {
  createRemoteServer,
  type NewRemoteSession,
  type Release,
  type RemoteFiles,
  type RemoteServer,
  type RemoteSummary,
} from './remote-server.ts';
export type { ServerPlace } from './server-calls.ts';
