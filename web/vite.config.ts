import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/**
 * What every page needs before it can draw. As one file it is 6 kB smaller gzipped than as the thirty
 * small ones that splitting by use would make of it, and one request.
 */
const BASE = [
  /node_modules\/(?:react|react-dom|scheduler|react-router|clsx|zustand)\//,
  /node_modules\/@react-router\/dev\//,
  /node_modules\/@mantine\/core\/esm\/(?:core|utils)\//,
  /node_modules\/@mantine\/core\/esm\/components\/(?:ActionIcon|Anchor|Button|CloseButton|Input|InputBase|Loader|Text|TextInput|Transition|UnstyledButton)\//,
  /node_modules\/@tabler\/icons-react\/dist\/esm\/(?:createReactComponent|defaultAttributes)/,
  /web\/src\/app\/(?:root|providers)\.tsx$/,
  /web\/src\/lib\/(?:api|api-error|renew-session|session|strict-csp|transport)\.ts$/,
  /web\/src\/ui\/(?:brand|colour-scheme|theme|toast|toast-region)\.tsx?$/,
]

/** What the screens behind the login share. Nothing of the login may be in here: it would load it all. */
const WORK = [
  /node_modules\/(?:zod|@tanstack)\//,
  /web\/src\/ui\/(?:card-grid|dashboard-frame|date-time|definition-list|error-state|masked-contact|money|page-header|page-window|pagination|panel|refresh-failed|search-panel|skeleton-list|stat-card|status-badge)\.tsx?$/,
  /web\/src\/lib\/(?:dates|money|query-client)\.ts$/,
]

/** Whether a module's path is one of a group's; Windows writes paths with backslashes. */
function isOneOf(patterns: readonly RegExp[]): (id: string) => boolean {
  return (id) => {
    const path = id.replaceAll('\\', '/')
    return patterns.some((pattern) => pattern.test(path))
  }
}

export default defineConfig({
  plugins: [reactRouter()],
  // Fonts and pictures stay files of their own: data: addresses would need a looser CSP.
  build: { assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'base', test: isOneOf(BASE), priority: 2 },
                { name: 'work', test: isOneOf(WORK), priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
})
