import { join } from 'node:path';

/** One node of Restate, as we run it: on sockets or loopback, quiet about itself, sized for turns that run for minutes. */
export interface RestateNode {
  readonly name: string;
  readonly clusterName: string;
  /** Everything it keeps is under here. */
  readonly folder: string;
  /** Where it listens on loopback. Without them it listens on Unix sockets in its folder and on no port. */
  readonly ports?: RestatePorts | undefined;
  /** The private key that signs every request to a worker, as a PEM file; nothing is signed without one. */
  readonly identityKeyFile?: string | undefined;
  /** How many turns may run at once. */
  readonly concurrentTurns?: number | undefined;
  readonly memory?: string | undefined;
  /** The others, when there are any. */
  readonly cluster?: RestateCluster | undefined;
}

/** Where a node listens, on loopback. */
export interface RestatePorts {
  /** Between nodes. */
  readonly fabric: number;
  /** Where invocations come in. */
  readonly ingress: number;
  readonly admin: number;
}

export interface RestateCluster {
  /** The fabric ports of all nodes, this one included. */
  readonly fabricPorts: readonly number[];
  readonly replication: number;
  /** Exactly one node sets the cluster up; it is number 1. */
  readonly number: number;
}

/** Where a node is reached, as `http://HOST:PORT` or `unix:PATH`. */
export function toRestateAddresses({ name, folder, ports }: RestateNode): Record<keyof RestatePorts, string> {
  const toAddress = (part: keyof RestatePorts): string =>
    ports === undefined ? `unix:${join(folder, name, `${part}.sock`)}` : `http://127.0.0.1:${ports[part]}`;
  return { fabric: toAddress('fabric'), ingress: toAddress('ingress'), admin: toAddress('admin') };
}

/** Fixed when a cluster is set up, so with room: a partition costs little, and cannot be added. */
const PARTITIONS = 24;

/** The configuration of a node. A frozen worker is given up after the sum of the two keep-alive times. */
export function toRestateConfig(node: RestateNode): string {
  const { cluster, ports } = node;
  const addresses = toRestateAddresses(node);
  // Sockets are bound at names of Restate's own choice; it takes an address to bind for ports alone.
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

/** A TOML string; JSON's escapes are among TOML's. */
function quote(text: string): string {
  return JSON.stringify(text);
}
