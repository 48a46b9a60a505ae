import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { extendPrerenderTimeout } from './scripts/prerender-timeout.ts'
import { sharedChunks } from './scripts/shared-chunks.ts'
import { uniformStyleRequests } from './scripts/uniform-style-requests.ts'

export default defineConfig({
  plugins: [reactRouter(), uniformStyleRequests(), extendPrerenderTimeout()],
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
