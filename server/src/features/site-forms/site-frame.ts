import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { escapeHtml } from '../../platform/mail/escape-html.ts'
import { pageStyles } from './page-styles.ts'

/** A page that the server renders. */
export interface PlainPage {
  title: string
  /** HTML. */
  content: string
}

/** Renders a page in the frame of the site: header, footer, styles and fonts, without JavaScript. */
export type SiteFrame = (page: PlainPage) => string

/**
 * Extracts the frame from a built page by removing its content and its scripts.
 * @param folder the folder of the build. If it has no build, as in API tests, pages have no frame
 */
export async function readSiteFrame(folder: string): Promise<SiteFrame> {
  const path = join(folder, 'page-not-found/index.html')
  const built = existsSync(path) ? await readFile(path, 'utf8') : '<body><main></main></body>'
  const links = built.match(
    /<link [^>]*rel="(icon|apple-touch-icon|manifest|preload|stylesheet)"[^>]*>/g,
  )
  const opening = /<html[^>]*>/.exec(built)?.[0] ?? '<html lang="en-IN">'
  const body = built
    .slice(built.indexOf('<body'), built.lastIndexOf('</body>'))
    .replaceAll(/<script[\s\S]*?<\/script>/g, '')
  const start = body.indexOf('>', body.indexOf('<main')) + 1
  const before = body.slice(0, start)
  const after = body.slice(body.indexOf('</main>'))
  return ({ title, content }) => `<!doctype html>
${opening}<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)} · Raahi</title>
${(links ?? []).join('')}<style>${pageStyles}</style></head>
${before}<div class="plain">
${content}
</div>${after}</body></html>
`
}
