import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/**
 * What the first screens share, in a few chunks instead of fifty: gzip finds more to save in one large
 * file than in many small ones (6 kB of the login, 15 kB of the marketplace). `data` stays apart, because
 * only what stands behind the login needs it; web/scripts/size.ts measures the outcome.
 */
const sharedChunks = [
  {
    name: 'react',
    priority: 2,
    test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/,
  },
  {
    name: 'data',
    priority: 1,
    test: /@tanstack|node_modules[\\/]zod|contract[\\/]src[\\/](?!errors|endpoint\.)/,
  },
  {
    name: 'base',
    test: /@mantine|@tabler|zustand|src[\\/]ui|src[\\/]lib/,
    minShareCount: 5,
  },
]

export default defineConfig({
  plugins: [reactRouter()],
  // Fonts and pictures stay files of their own: data: addresses would need a looser CSP.
  build: { assetsInlineLimit: 0 },
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups: sharedChunks } } } },
    },
  },
})
