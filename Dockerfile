# The command with what its tools call. Models, keys and workspaces come from outside.
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --ignore-scripts --no-fund --no-audit && npm run build

FROM node:24-bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates git ripgrep \
  && rm -rf /var/lib/apt/lists/* \
  && mkdir /workspaces && chown node:node /workspaces
COPY --from=build /src/packages/cli/dist /opt/bowline/dist
COPY --from=build /src/packages/cli/package.json /opt/bowline/package.json
USER node
ENTRYPOINT ["node", "/opt/bowline/dist/main.js"]
