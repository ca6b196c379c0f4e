import { describe, expect, it } from 'vitest';
import { toRestateConfig, type RestateNode } from './restate-config.ts';

const node: RestateNode = {
  name: 'n1',
  clusterName: 'test',
  folder: '/data/"quoted"',
  ports: { fabric: 1, ingress: 2, admin: 3 },
};

describe('toRestateConfig', () => {
  it('listens on loopback only, and sends no telemetry', () => {
    const config = toRestateConfig(node);
    const addresses = [...config.matchAll(/^bind-address = "(.*)"$/gm)].map(([, address]) => address);
    expect(addresses).toEqual(['127.0.0.1:1', '127.0.0.1:2', '127.0.0.1:3']);
    expect(config).toContain('disable-telemetry = true');
    expect(config).toContain('base-dir = "/data/\\"quoted\\""');
  });

  it('listens on sockets in its folder alone when it has no ports', () => {
    const config = toRestateConfig({ ...node, folder: '/data', ports: undefined });
    expect(config).toContain('listen-mode = "unix"');
    expect(config).not.toContain('bind-address');
    const addresses = [...config.matchAll(/^advertised-address = "(.*)"$/gm)].map(([, address]) => address);
    expect(addresses).toEqual(['fabric', 'ingress', 'admin'].map((part) => `unix:/data/n1/${part}.sock`));
  });

  it('signs its requests when it has a key', () => {
    expect(toRestateConfig(node)).not.toContain('request-identity');
    expect(toRestateConfig({ ...node, identityKeyFile: '/key.pem' })).toContain(
      'request-identity-private-key-pem-file = "/key.pem"',
    );
  });

  it('lets one node of a cluster provision it', () => {
    const cluster = { fabricPorts: [1, 2, 3], replication: 2, number: 2 };
    const config = toRestateConfig({ ...node, cluster });
    expect(config).toContain('auto-provision = false');
    expect(config).toContain('addresses = ["http://127.0.0.1:1", "http://127.0.0.1:2", "http://127.0.0.1:3"]');
    expect(toRestateConfig({ ...node, cluster: { ...cluster, number: 1 } })).toContain('auto-provision = true');
  });
});
