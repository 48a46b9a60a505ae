import type { Config } from '@react-router/dev/config'

// The public pages are complete HTML before any script runs; everything behind the login is drawn
// in the browser from the fallback page, so no server rendering is needed at run time.
export default {
  appDirectory: 'src/app',
  buildDirectory: 'build',
  ssr: false,
  prerender: ['/'],
} satisfies Config
