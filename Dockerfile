# The product in one image: server and built site, no database. docs/operations.md says how it is run.
#   docker build --tag raahi .
# The version is the one that package.json pins.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

# The site, which needs the tools of development.
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
# No package needs its install script here: Node is in the image, and the database is elsewhere.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.base.json ./
COPY scripts scripts
COPY contract contract
COPY server server
COPY web web
# What the site shows, and therefore is built with: who runs it, the key of the checkout, where the browser finds script and
# API. Give the servers the same. Nothing secret belongs here: an image keeps what it was built with.
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

# What the server imports, without the tools, without the database of a trial.
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
# Uploaded files and written mail: a volume that every server shares, or nothing where a bucket and a mail server are set.
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 8055
# That the process lives: whether it gets requests is the proxy's question, which asks /readyz.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# The same as npm start tells Node, without its build.
CMD ["node", "--min-semi-space-size=4", "--max-semi-space-size=4", "--max-old-space-size=1024", "server/src/main.ts"]
