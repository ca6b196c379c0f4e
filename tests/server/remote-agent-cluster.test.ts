import { describeAgentProtocol } from '@bowline/testkit/conformance';
import { afterAll, beforeAll, describe } from 'vitest';
import { openPlannedCluster, type PlannedCluster } from './open-planned-cluster.ts';

for (const carrier of ['postgres', 'nats'] as const) {
  describe(`live events over ${carrier}`, () => {
    let cluster: PlannedCluster;
    beforeAll(async () => {
      cluster = await openPlannedCluster({ carrier });
    }, 120_000);
    afterAll(async () => {
      await cluster.close();
    });

    describeAgentProtocol('over the durable server, with two workers', (plans) => cluster.open(plans));
  });
}
