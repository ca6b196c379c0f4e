export { type SessionSocket, openSessionSocket } from './open-session-socket.ts';
export { requireWatchable, type WatchedSession, watchSession } from './watch-session.ts';
export { type SessionOwner } from './watched-agent.ts';
