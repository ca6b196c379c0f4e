import { Hono } from 'hono';
import { DoorError, toErrorBody } from './door-error.ts';
import { createGuard, type DoorEnv } from './guard.ts';
import { addMoveRoutes } from './routes/move-routes.ts';
import { addReadRoutes } from './routes/read-routes.ts';
import { addSessionRoutes } from './routes/session-routes.ts';
import { addTalkRoutes } from './routes/talk-routes.ts';
import type { ServerPorts } from './server-ports.ts';

/** The server's door: everything under `/v1` is for who has a token. It keeps nothing: any node answers any request. */
export function createApp(ports: ServerPorts): Hono<DoorEnv> {
  const app = new Hono<DoorEnv>();
  app.use('/v1/*', createGuard(ports));
  addSessionRoutes(app, ports);
  addMoveRoutes(app, ports);
  addTalkRoutes(app, ports);
  addReadRoutes(app, ports);
  app.onError((thrown, context) => {
    const { status, body } = toErrorBody(thrown, (fault) => {
      const faultId = ports.newId();
      ports.onFault?.(fault, faultId);
      return faultId;
    });
    return context.json(body, status);
  });
  app.notFound(() => {
    throw new DoorError(404, 'there is nothing here', 'everything is under /v1/sessions');
  });
  return app;
}
