import { ensureWebBuild } from '../../scripts/web-build.ts'
import { limitedScreens, measureFirstScreen } from '../../web/scripts/first-screen.ts'
import type { Row } from '../report.ts'

/** Measures the gzipped JavaScript that a browser loads before it shows a screen that has a limit. */
export async function benchSize(): Promise<Row[]> {
  await ensureWebBuild(console.error)
  return Promise.all(
    limitedScreens.map(async ({ page, limitKb }) => {
      const { gzipBytes, files } = await measureFirstScreen(page)
      return {
        what: `first-screen JavaScript of ${page}, gzip`,
        value: gzipBytes / 1000,
        limit: { atMost: limitKb },
        unit: 'kB',
        detail: `${files.length} files`,
      }
    }),
  )
}
