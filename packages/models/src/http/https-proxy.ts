/**
 * The library of tunnels, in a file of its own: it is loaded when there is a proxy, and it is CommonJS, whose names a bundle that
 * is loaded so would not have.
 */
export { HttpsProxyAgent } from 'https-proxy-agent';
