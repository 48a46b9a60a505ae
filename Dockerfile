# The product in one image: server and built site, no database. docs/operations.md describes how to run it.
#   docker build --tag raahi .
# The version that package.json pins.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

# Builds the site with the development tools.
FROM ${NODE_IMAGE} AS site
WORKDIR /raahi
COPY package.json package-lock.json ./
COPY contract/package.json contract/
COPY gateway-sandbox/package.json gateway-sandbox/
COPY server/package.json server/
COPY web/package.json web/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
COPY chaos/package.json chaos/
# No package needs its install script here: the database is not in the image. The installed Node stays in this stage.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.base.json ./
COPY scripts scripts
COPY contract contract
COPY server server
COPY web web
# Public settings that are built into the site: company details, checkout key, addresses of the checkout script and the API.
# Give the servers the same values. Never pass a secret here: an image keeps its build arguments.
ARG RAZORPAY_KEY_ID
ARG VITE_RAZORPAY_KEY_ID
ARG VITE_RAZORPAY_CHECKOUT_URL
ARG VITE_API_BASE_URL
ARG CONTACT_EMAIL
ARG COMPANY_NAME
ARG COMPANY_EMAIL
ARG COMPANY_PHONE
ARG COMPANY_HOURS
ARG COMPANY_ADDRESS
ARG COMPANY_GRIEVANCE_OFFICER
ARG COMPANY_GRIEVANCE_EMAIL
ARG COMPANY_SOCIAL
RUN node scripts/build-site.ts

# Installs the packages of the server, without development tools and without the embedded database.
FROM ${NODE_IMAGE} AS dependencies
WORKDIR /raahi
COPY package.json package-lock.json ./
COPY contract/package.json contract/
COPY gateway-sandbox/package.json gateway-sandbox/
COPY server/package.json server/
COPY web/package.json web/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
COPY chaos/package.json chaos/
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
      --workspace=@raahi/server --workspace=@raahi/contract --workspace=@raahi/gateway-sandbox

FROM ${NODE_IMAGE}
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8055 \
    DATA_DIR=/data
WORKDIR /raahi
COPY package.json LICENSE ./
COPY --from=dependencies /raahi/node_modules node_modules
COPY contract contract
COPY gateway-sandbox gateway-sandbox
COPY server server
COPY --from=site /raahi/web/build/client web/build/client
# Uploaded files and mail files: a volume that all servers share. Unused when a bucket and a mail server are set.
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 8055
# Checks that the process runs. The proxy uses /readyz to decide whether it gets requests.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "server/src/main.ts"]
