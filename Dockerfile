# A production image of Scrip, 340 MB. compose.yaml runs it. docs/operations/configuration.md lists its variables.
FROM node:22.23.3-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:22.23.3-bookworm-slim
ARG VERSION=1.0.0
LABEL org.opencontainers.image.title="Scrip" \
  org.opencontainers.image.description="A gift-card service: a ledger, an API for tills and shops, a dashboard for merchants." \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="$VERSION"
WORKDIR /app
COPY --from=build /src/dist ./
# The proxy is outside of this container.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server.mjs"]
