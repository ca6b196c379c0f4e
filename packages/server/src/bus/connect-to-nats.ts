/**
 * The client of NATS, in a file of its own: it is loaded when it is needed, and it is CommonJS, whose names a bundle
 * that is loaded so would not have.
 */
export { connect as connectToNats } from '@nats-io/transport-node';
