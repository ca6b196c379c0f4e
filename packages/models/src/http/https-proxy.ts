/**
 * The proxy library, in a separate file: it is loaded only if there is a proxy, and it is CommonJS, whose export names
 * a bundle would lose in a dynamic import.
 */
export { HttpsProxyAgent } from 'https-proxy-agent';
