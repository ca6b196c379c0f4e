/** The proxy's port on the loopback of each command. */
export const PROXY_PORT = 3128;
export const PROXY_URL = `http://127.0.0.1:${PROXY_PORT}`;

const OWN_LOOPBACK = 'localhost,127.0.0.1,::1';

/** Variables through which programs find the proxy. Programs that ignore them cannot resolve names. */
export const proxyEnvironment: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [
      [name, PROXY_URL],
      [name.toLowerCase(), PROXY_URL],
    ]),
  ),
  NO_PROXY: OWN_LOOPBACK,
  no_proxy: OWN_LOOPBACK,
  NODE_USE_ENV_PROXY: '1',
  // Overrides proxy settings of the project or machine, which cannot be reached from here.
  npm_config_proxy: PROXY_URL,
  npm_config_https_proxy: PROXY_URL,
  npm_config_noproxy: OWN_LOOPBACK,
  YARN_HTTP_PROXY: PROXY_URL,
  YARN_HTTPS_PROXY: PROXY_URL,
  CARGO_HTTP_PROXY: PROXY_URL,
  PIP_PROXY: PROXY_URL,
  ELECTRON_GET_USE_PROXY: '1',
};
