import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

/**
 * Draws a page while building (public pages, the fallback page); nothing is rendered on a server at
 * run time. It stands here because React Router's own version needs a package to tell crawlers
 * apart, and installs it in the middle of a build. A page that cannot be drawn fails the build.
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
  return new Response(scriptsLast(await new Response(stream).text()), { status, headers })
}

/** A page that can be read without script lets its styles and fonts through first; they share a slow line. */
function scriptsLast(html: string): string {
  if (!html.includes('<main')) return html
  return html.replaceAll(
    '<link rel="modulepreload"',
    '<link rel="modulepreload" fetchpriority="low"',
  )
}
