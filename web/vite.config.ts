import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { extendPrerenderTimeout } from './scripts/prerender-timeout.ts'

// Each group is the named modules and all that they import, except what an earlier group has. With the groups the
// marketplace loads 25 files and 228 kB of gzipped JavaScript before it renders, without them 97 files and 245 kB.
const chunks = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ },
  // What public pages and other screens share. It must not include Mantine, zod or the icons.
  { name: 'site', test: /web[\\/]src[\\/].*[\\/](site-shell|transport|use-single-run)\./ },
  { name: 'texts', test: /contract[\\/]src[\\/](formats|enquiry-labels)\./ },
  { name: 'field-checks', test: /contract[\\/]src[\\/](field-checks|names|emails)\./ },
  { name: 'app', test: /web[\\/]src[\\/].*[\\/](app-shell|login)\./ },
  { name: 'dashboard', test: /web[\\/]src[\\/].*[\\/](dashboard-shell|paged-list|lead-card)\./ },
]

export default defineConfig({
  plugins: [reactRouter(), extendPrerenderTimeout()],
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
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } },
  },
})
