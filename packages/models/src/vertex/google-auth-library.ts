/**
 * Google's library, in a separate file: it is loaded only for credentials in a file, and it is CommonJS, whose export
 * names a bundle would lose in a dynamic import.
 */
export { GoogleAuth, Impersonated } from 'google-auth-library';
