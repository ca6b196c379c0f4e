import { serverOptionHelp } from '../texts/option-help.ts';
import type { OptionUsage } from './prompt-options.ts';

const none: string[] = [];

/** The options of `bowline serve`, which include those of `bowline worker`. */
export const serverOptions = {
  database: {
    type: 'string',
    value: 'URL',
    about: serverOptionHelp.database,
  },
  'restate-ingress': {
    type: 'string',
    value: 'URL',
    about: serverOptionHelp.restateIngress,
  },
  'restate-admin': { type: 'string', value: 'URL', about: serverOptionHelp.restateAdmin },
  identity: {
    type: 'string',
    multiple: true,
    default: none,
    value: 'KEY',
    about: serverOptionHelp.identity,
  },
  nats: { type: 'string', value: 'URL', about: serverOptionHelp.nats },
  listen: { type: 'string', value: 'HOST:PORT', about: serverOptionHelp.listen },
  shared: { type: 'boolean', default: false, about: serverOptionHelp.shared },
  url: { type: 'string', value: 'URL', about: serverOptionHelp.url },
  host: { type: 'string', default: '127.0.0.1', value: 'HOST', about: serverOptionHelp.host },
  name: {
    type: 'string',
    multiple: true,
    default: none,
    value: 'NAME',
    about: serverOptionHelp.name,
  },
  workspaces: {
    type: 'string',
    multiple: true,
    default: none,
    value: 'FOLDER',
    about: serverOptionHelp.workspaces,
  },
  files: { type: 'string', value: 'STORE', about: serverOptionHelp.files },
  homes: { type: 'string', value: 'FOLDER', about: serverOptionHelp.homes },
  port: { type: 'string', value: 'PORT', about: serverOptionHelp.port },
  tokens: {
    type: 'string',
    value: 'FILE',
    about: serverOptionHelp.tokens,
  },
  'status-port': {
    type: 'string',
    value: 'PORT',
    about: serverOptionHelp.statusPort,
  },
  drain: {
    type: 'string',
    default: '20',
    value: 'SECONDS',
    about: serverOptionHelp.drain,
  },
  dev: {
    type: 'boolean',
    default: false,
    about: serverOptionHelp.dev,
  },
  migrate: {
    type: 'boolean',
    default: false,
    about: serverOptionHelp.migrate,
  },
} as const satisfies Readonly<Record<string, OptionUsage>>;

const { database, identity, nats, listen, shared, url, workspaces, files, homes, drain } = serverOptions;

/** The options of `bowline worker`. */
export const workerOptions = {
  database: { ...database, about: serverOptionHelp.workerDatabase },
  'restate-ingress': serverOptions['restate-ingress'],
  'restate-admin': serverOptions['restate-admin'],
  identity,
  nats,
  listen,
  shared,
  url,
  workspaces,
  files,
  homes,
  'status-port': serverOptions['status-port'],
  drain,
} as const;
