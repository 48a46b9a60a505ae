import { readPublicSettings } from '../server/src/config/public-values.ts'
import { exitOnStartError } from '../server/src/main.ts'
import { buildSettings } from './build-settings.ts'
import { ensureWebBuild } from './web-build.ts'

// Builds the site without a server, as in the Dockerfile, from its public settings.
await exitOnStartError(() =>
  ensureWebBuild(console.log, buildSettings(readPublicSettings(process.env))),
)
