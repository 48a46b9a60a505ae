import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

/**
 * Renders a page at build time (public pages and the fallback page). Nothing is rendered on a server at run time.
 * React Router's default entry needs a package that recognises crawlers and installs it during the build, so this
 * file replaces it. A page that cannot be rendered fails the build.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const stream = await renderToReadableStream(
    <ServerRouter context={context} url={request.url} />,
    {
      onError(error) {
        throw error
      },
    },
  )
  await stream.allReady
  headers.set('Content-Type', 'text/html')
  return new Response(lowerScriptPriority(await new Response(stream).text()), { status, headers })
}

/** Lowers the priority of scripts on pages that are readable without them, so that styles and fonts load first. */
function lowerScriptPriority(html: string): string {
  if (!html.includes('<main')) return html
  return html.replaceAll(
    '<link rel="modulepreload"',
    '<link rel="modulepreload" fetchpriority="low"',
  )
}
