/**
 * The NATS client in its own file, so that it can be imported lazily. The client is CommonJS: a bundler does not
 * preserve its named exports in a direct dynamic import.
 */
export { connect as connectToNats } from '@nats-io/transport-node';
