import { ScriptedAgent } from '@bowline/testkit';
import { describeAgentProtocol } from '@bowline/testkit/conformance';

describeAgentProtocol('the scripted agent', async (plans) => ({
  agent: new ScriptedAgent(plans),
  close: async () => {},
}));
