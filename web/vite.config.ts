import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { extendPrerenderTimeout } from './scripts/prerender-timeout.ts'
import { removeUnusedZod } from './scripts/remove-unused-zod.ts'
import { sharedChunks } from './scripts/shared-chunks.ts'

export default defineConfig({
  plugins: [reactRouter(), removeUnusedZod(), extendPrerenderTimeout()],
  // Fonts and pictures stay separate files, because data: URLs would require a weaker CSP.
  build: { assetsInlineLimit: 0 },
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups: sharedChunks } } } },
    },
  },
})
