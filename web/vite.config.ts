import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { extendPrerenderTimeout } from './scripts/prerender-timeout.ts'
import { sharedChunks } from './scripts/shared-chunks.ts'
import { removeJsonSchema } from './scripts/remove-json-schema.ts'

export default defineConfig({
  plugins: [reactRouter(), removeJsonSchema(), extendPrerenderTimeout()],
  // Fonts and pictures stay files of their own: data: addresses would need a looser CSP.
  build: { assetsInlineLimit: 0 },
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups: sharedChunks } } } },
    },
  },
})
