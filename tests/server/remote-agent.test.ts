import { openRemoteAgent } from '@bowline/client';
import { describeAgentProtocol } from '@bowline/testkit/conformance';
import { openTestServer } from './open-test-server.ts';

describeAgentProtocol('over HTTP, with a worker in this process', async (plans) => {
  const server = await openTestServer({ plans });
  const sessionId = await server.remote.create({ workspace: '/workspace' });
  const { url, token } = server;
  const agent = await openRemoteAgent({ url, token, sessionId });
  return {
    agent,
    close: async () => {
      agent.close();
      await server.close();
    },
  };
});
