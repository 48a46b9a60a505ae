import type { Config } from '@react-router/dev/config'
import { publicPages } from './src/features/site/public-pages.ts'

// The public pages are prerendered. The screens behind the login render in the browser from the fallback page, so no
// server rendering is needed at run time.
export default {
  appDirectory: 'src/app',
  buildDirectory: 'build',
  ssr: false,
  prerender: publicPages.map(({ path }) => path),
} satisfies Config
