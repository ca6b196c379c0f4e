import { join } from 'node:path';

/**
 * One Restate node as Bowline runs it: on sockets or loopback, without telemetry, sized for turns that take minutes.
 */
export interface RestateNode {
  readonly name: string;
  readonly clusterName: string;
  /** Holds all data of the node. */
  readonly folder: string;
  /** The loopback ports. Without them, the node listens on Unix sockets in its folder and on no port. */
  readonly ports?: RestatePorts | undefined;
  /** The PEM file of the private key that signs every request to a worker. Without it, requests are not signed. */
  readonly identityKeyFile?: string | undefined;
  /** Maximum number of concurrent turns. */
  readonly concurrentTurns?: number | undefined;
  readonly memory?: string | undefined;
  /** Set if the node belongs to a cluster. */
  readonly cluster?: RestateCluster | undefined;
}

/** The loopback ports of a node. */
export interface RestatePorts {
  /** For traffic between nodes. */
  readonly fabric: number;
  /** For incoming invocations. */
  readonly ingress: number;
  readonly admin: number;
}

export interface RestateCluster {
  /** The fabric ports of all nodes, this one included. */
  readonly fabricPorts: readonly number[];
  readonly replication: number;
  /** Node 1 provisions the cluster. */
  readonly number: number;
}

/** The addresses of a node, as `http://HOST:PORT` or `unix:PATH`. */
export function toRestateAddresses({ name, folder, ports }: RestateNode): Record<keyof RestatePorts, string> {
  const toAddress = (part: keyof RestatePorts): string =>
    ports === undefined ? `unix:${join(folder, name, `${part}.sock`)}` : `http://127.0.0.1:${ports[part]}`;
  return { fabric: toAddress('fabric'), ingress: toAddress('ingress'), admin: toAddress('admin') };
}

/** Cannot be changed once a cluster is provisioned, so it leaves room to grow. A partition costs little. */
const PARTITIONS = 24;

/** The configuration of a node. A frozen worker is detected after the sum of the two keep-alive times. */
export function toRestateConfig(node: RestateNode): string {
  const { cluster, ports } = node;
  const addresses = toRestateAddresses(node);
  // Restate chooses the names of its sockets itself and accepts a bind address only for ports.
  const listenLines = (part: keyof RestatePorts): string[] => [
    ...(ports === undefined ? [] : [`bind-address = ${quote(`127.0.0.1:${ports[part]}`)}`]),
    `advertised-address = ${quote(addresses[part])}`,
  ];
  const lines = [
    `node-name = ${quote(node.name)}`,
    `cluster-name = ${quote(node.clusterName)}`,
    ...(cluster === undefined ? [] : [`force-node-id = ${cluster.number}`]),
    `base-dir = ${quote(node.folder)}`,
    `auto-provision = ${String(cluster === undefined || cluster.number === 1)}`,
    `default-replication = ${cluster?.replication ?? 1}`,
    `default-num-partitions = ${PARTITIONS}`,
    'disable-telemetry = true',
    `listen-mode = ${quote(ports === undefined ? 'unix' : 'tcp')}`,
    ...listenLines('fabric'),
    'shutdown-timeout = "10s"',
    'log-filter = "warn"',
    'log-format = "compact"',
    'log-disable-ansi-codes = true',
    `rocksdb-total-memory-size = ${quote(node.memory ?? '512 MiB')}`,
    ...(cluster === undefined ? [] : metadataLines(cluster)),
    '[ingress]',
    ...listenLines('ingress'),
    '[admin]',
    ...listenLines('admin'),
    'disable-web-ui = true',
    '[worker.invoker]',
    `concurrent-invocations-limit = ${node.concurrentTurns ?? 10_000}`,
    'http2-keep-alive-interval = "2s"',
    'http2-keep-alive-timeout = "3s"',
    'connect-timeout = "3s"',
    ...(node.identityKeyFile === undefined
      ? []
      : [`request-identity-private-key-pem-file = ${quote(node.identityKeyFile)}`]),
  ];
  return `${lines.join('\n')}\n`;
}

function metadataLines({ fabricPorts }: RestateCluster): string[] {
  const addresses = fabricPorts.map((port) => quote(`http://127.0.0.1:${port}`)).join(', ');
  return ['[metadata-client]', `addresses = [${addresses}]`];
}

/** A TOML string. JSON escapes are valid in TOML. */
function quote(text: string): string {
  return JSON.stringify(text);
}
