import { describeAgentProtocol } from '@bowline/testkit/conformance';
import { plannedAgent } from '../turns/planned-agent.ts';

describeAgentProtocol('the agent on ADK, in this process', plannedAgent);
