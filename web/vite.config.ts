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
    reportCompressedSize: false, // scripts/compress.ts compresses the files later.
    rolldownOptions: {
      // Compiles only the imported ones of the 6,000 icons.
      experimental: { lazyBarrel: true },
      checks: { largeBarrelModules: false },
    },
  },
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups: sharedChunks } } } },
    },
  },
})
