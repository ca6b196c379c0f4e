import { Hono } from 'hono';
import { HttpError, toErrorBody } from './http-error.ts';
import { createGuard, type HttpEnv } from './guard.ts';
import { addFileRoutes } from './routes/file-routes.ts';
import { addMoveRoutes } from './routes/move-routes.ts';
import { addReadRoutes } from './routes/read-routes.ts';
import { addSessionRoutes } from './routes/session-routes.ts';
import { addTalkRoutes } from './routes/talk-routes.ts';
import type { ServerPorts } from './server-ports.ts';

/** The HTTP API. Everything under `/v1` requires a token. It is stateless: any node can answer any request. */
export function createApp(ports: ServerPorts): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.use('/v1/*', createGuard(ports));
  addSessionRoutes(app, ports);
  addMoveRoutes(app, ports);
  addFileRoutes(app, ports);
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
    throw new HttpError(404, 'Not found', 'All routes are under /v1/sessions');
  });
  return app;
}
