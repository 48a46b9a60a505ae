import { readPublicSettings } from '../server/src/config/public-values.ts'
import { exitOnStartError } from '../server/src/main.ts'
import { buildSettings } from './build-settings.ts'
import { ensureWebBuild } from './web-build.ts'

// Builds the site where no server runs, as in an image (Dockerfile), from the settings that it shows.
await exitOnStartError(() =>
  ensureWebBuild(console.log, buildSettings(readPublicSettings(process.env))),
)
