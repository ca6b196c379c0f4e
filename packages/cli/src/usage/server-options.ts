import type { OptionUsage } from './prompt-options.ts';

const none: string[] = [];

/** The options of `bowline serve`, those of `bowline worker` among them. */
export const serverOptions = {
  database: {
    type: 'string',
    value: 'URL',
    about: 'PostgreSQL, as the role bowline_app (with --dev: as a role that may migrate); default: $DATABASE_URL',
  },
  'restate-ingress': {
    type: 'string',
    value: 'URL',
    about: 'default: $RESTATE_INGRESS_URL, else http://127.0.0.1:8080',
  },
  'restate-admin': { type: 'string', value: 'URL', about: 'default: $RESTATE_ADMIN_URL, else http://127.0.0.1:9070' },
  identity: {
    type: 'string',
    multiple: true,
    default: none,
    value: 'KEY',
    about: "Restate's public key (publickeyv1_...); default: $RESTATE_IDENTITY_KEY",
  },
  nats: { type: 'string', value: 'URL', about: 'publish events over NATS instead of PostgreSQL; default: $NATS_URL' },
  listen: { type: 'string', value: 'HOST:PORT', about: 'where Restate calls a worker; default: 127.0.0.1:9080' },
  shared: { type: 'boolean', default: false, about: 'several workers on this machine listen on one port' },
  url: { type: 'string', value: 'URL', about: 'where Restate reaches the workers, all of them and their next version' },
  host: { type: 'string', default: '127.0.0.1', value: 'HOST', about: 'where to listen; default: 127.0.0.1' },
  name: {
    type: 'string',
    multiple: true,
    default: none,
    value: 'NAME',
    about: 'another name of this server, such as the one a proxy passes on; may be repeated',
  },
  workspaces: {
    type: 'string',
    multiple: true,
    default: none,
    value: 'FOLDER',
    about:
      'where sessions may work, and below; {tenant} in it is the tenant; may be repeated. Default: any folder, so everyone with a token works as this user anywhere',
  },
  port: { type: 'string', value: 'PORT', about: 'default: 8420' },
  tokens: {
    type: 'string',
    value: 'FILE',
    about:
      'who may ask, as JSON: [{ "tenant": "NAME", "token": "..." }]; default: $BOWLINE_TOKEN, for the tenant default',
  },
  'status-port': {
    type: 'string',
    value: 'PORT',
    about: '/healthz, /readyz and /metrics, for holders of $BOWLINE_TOKEN',
  },
  drain: {
    type: 'string',
    default: '20',
    value: 'SECONDS',
    about: 'how long turns may go on when it is stopped; default: 20',
  },
  dev: {
    type: 'boolean',
    default: false,
    about: 'everything on this machine: also starts Restate and a worker, and migrates the database',
  },
  migrate: {
    type: 'boolean',
    default: false,
    about: 'bring the database to the shape that this version needs, as its owner, and exit',
  },
} as const satisfies Readonly<Record<string, OptionUsage>>;

const { database, identity, nats, listen, shared, url, workspaces, drain } = serverOptions;

/** The options of `bowline worker`. */
export const workerOptions = {
  database: { ...database, about: 'PostgreSQL, as the role bowline_app; default: $DATABASE_URL' },
  'restate-ingress': serverOptions['restate-ingress'],
  'restate-admin': serverOptions['restate-admin'],
  identity,
  nats,
  listen,
  shared,
  url,
  workspaces,
  'status-port': serverOptions['status-port'],
  drain,
} as const;
