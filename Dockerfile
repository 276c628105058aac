# The server and its command line, without build tools. To pin the base image as well, name it by its
# digest: --build-arg NODE=24.21.0-bookworm-slim@sha256:…
ARG NODE=24.21.0-bookworm-slim

FROM node:${NODE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# The same package as on npm, with the versions of the lock file, less what is there to compile.
RUN npm run pack \
  && mkdir /app \
  && tar -xzf dist/packages/service-link-server-*.tgz -C /app --strip-components=1 \
  && cp package-lock.json .npmrc /app/ \
  && cd /app \
  && npm ci --omit=dev \
  && rm -rf node_modules/better-sqlite3/deps node_modules/better-sqlite3/src .npmrc

FROM node:${NODE}
ENV NODE_ENV=production
RUN mkdir -m 700 /data && chown node:node /data
COPY --from=build /app /app
USER node
WORKDIR /app
VOLUME /data
EXPOSE 8080
# Uses TLS if the server has a certificate, and accepts any signer: the check runs inside the container.
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "require(process.env.TLS_CERT ? 'node:https' : 'node:http').get({ host: '127.0.0.1', port: 8080, path: '/healthz', rejectUnauthorized: false }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).once('error', () => process.exit(1))"]
ENTRYPOINT ["node", "/app/dist/cli.js"]
# Other machines need a proxy that terminates TLS (TLS_PROXY=true), or a certificate here.
CMD ["serve", "--host", "0.0.0.0", "--data", "/data"]
