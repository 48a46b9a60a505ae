import { createHash } from 'node:crypto'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { extendPrerenderTimeout } from './scripts/prerender-timeout.ts'
import { removeUnusedZod } from './scripts/remove-unused-zod.ts'
import { sharedChunks } from './scripts/shared-chunks.ts'
import { uniformStyleRequests } from './scripts/uniform-style-requests.ts'

const hashOf = (css: string) => createHash('sha256').update(css).digest('base64url').slice(0, 4)

export default defineConfig({
  plugins: [reactRouter(), removeUnusedZod(), uniformStyleRequests(), extendPrerenderTimeout()],
  // Shorter than the default: the names of classes are in the first script of each page.
  css: { modules: { generateScopedName: (name, _file, css) => `${name}_${hashOf(css)}` } },
  build: {
    // Fonts and pictures stay separate files, because data: URLs would require a weaker CSP.
    assetsInlineLimit: 0,
    reportCompressedSize: false, // Only printed, and it takes a second.
    rolldownOptions: {
      // Compiles only the icons that are imported, not all 6,000. Rolldown plans to make this its only mode.
      experimental: { lazyBarrel: true },
      checks: { largeBarrelModules: false }, // A note about the number of icons.
    },
  },
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups: sharedChunks } } } },
    },
  },
})
