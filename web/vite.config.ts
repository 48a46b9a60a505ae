import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { patientPrerender } from './scripts/patient-prerender.ts'
import { sharedChunks } from './scripts/shared-chunks.ts'
import { withoutJsonSchema } from './scripts/without-json-schema.ts'

export default defineConfig({
  plugins: [reactRouter(), withoutJsonSchema(), patientPrerender()],
  // Fonts and pictures stay files of their own: data: addresses would need a looser CSP.
  build: { assetsInlineLimit: 0 },
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups: sharedChunks } } } },
    },
  },
})
