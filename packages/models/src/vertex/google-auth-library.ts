/**
 * Google's library, in a file of its own: it is loaded when credentials are in a file, and it is CommonJS, whose names a bundle
 * that is loaded so would not have.
 */
export { GoogleAuth, Impersonated } from 'google-auth-library';
