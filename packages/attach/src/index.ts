export { type SessionSocket, openSessionSocket } from './open-session-socket.ts';
export { type WatchedSession, watchSession } from './watch-session.ts';
