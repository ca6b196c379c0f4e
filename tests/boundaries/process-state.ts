import { EventEmitter } from 'node:events';
import dns from 'node:dns';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import Module, { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import tls from 'node:tls';
import v8 from 'node:v8';

/** The process state that a program shares with its libraries, by name. Objects are compared by identity. */
export type ProcessState = ReadonlyMap<string, unknown>;

const flags: string[] = [];
const setFlags = v8.setFlagsFromString;
v8.setFlagsFromString = (flag) => {
  flags.push(flag);
  setFlags(flag);
};
syncBuiltinESMExports();

const prototypes = { Array, Error, Function, Map, Object, Promise, RegExp, Set, String, EventEmitter };
const modules = { dns, fs, http, https, net, tls };

/** Reads all process state that a library could change for others. */
export function readProcessState(): ProcessState {
  const state = new Map<string, unknown>();
  const add = (group: string, values: object): void => {
    for (const name of Reflect.ownKeys(values)) {
      const found: { readonly value?: unknown; readonly get?: unknown } = {
        ...Object.getOwnPropertyDescriptor(values, name),
      };
      state.set(`${group} ${String(name)}`, found.get ?? found.value);
    }
  };
  add('environment', { ...process.env });
  for (const name of process.eventNames())
    for (const listener of process.rawListeners(name)) state.set(`listener ${String(name)} ${idOf(listener)}`, 1);
  for (const [at, flag] of flags.entries()) state.set(`v8 flag ${at}`, flag);
  add('global', globalThis);
  add('console', console);
  add('process', { ...process, env: undefined, _events: undefined, _eventsCount: undefined });
  for (const [name, { prototype, ...own }] of Object.entries(prototypes)) {
    add(`${name}.prototype`, prototype as object);
    add(name, own);
  }
  for (const [name, exported] of Object.entries(modules)) add(name, exported);
  add('require', { ...(Reflect.get(Module, '_extensions') as object), load: Reflect.get(Module, '_load') as unknown });
  add('setting', {
    cwd: process.cwd(),
    title: process.title,
    exitCode: process.exitCode,
    execArgv: process.execArgv.join(' '),
    stackTraceLimit: Error.stackTraceLimit,
    maxListeners: EventEmitter.defaultMaxListeners,
    resultOrder: dns.getDefaultResultOrder(),
    autoSelectFamily: net.getDefaultAutoSelectFamily(),
    minimumTls: tls.DEFAULT_MIN_VERSION,
  });
  return state;
}

const ids = new WeakMap<object, number>();
let count = 0;

function idOf(value: object): number {
  const id = ids.get(value) ?? (count += 1);
  ids.set(value, id);
  return id;
}

/** The names of added, changed and removed entries. */
export function compareStates(before: ProcessState, after: ProcessState): readonly string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter(
    (name) => before.has(name) !== after.has(name) || !Object.is(before.get(name), after.get(name)),
  );
}
