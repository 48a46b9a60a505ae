import { useEffect, useRef } from 'react'
import section from '../../ui/section.module.css'
import classes from './agents-market.module.css'

const id = 'agents-market'

/** Replaced by the server in the built page (server/src/platform/http/site.ts). */
const placeholder = import.meta.env.SSR ? '<!--live-->' : ''

/**
 * Present prices, plans and leads. The server inserts them into the page, so they need no script. After a navigation
 * inside the app they are taken from the page that the server sends.
 */
export function AgentsMarket() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (element === null || element.firstElementChild !== null) return
    void fetchMarket().then((content) => element.replaceChildren(...content))
  }, [])
  return (
    <div className={section.wrap}>
      <div
        id={id}
        ref={box}
        className={classes.market}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: placeholder }}
      />
    </div>
  )
}

async function fetchMarket(): Promise<(Node | string)[]> {
  try {
    const html = await (await fetch('/agents')).text()
    const market = new DOMParser().parseFromString(html, 'text/html').getElementById(id)
    if (market?.firstElementChild) return [...market.children]
  } catch {
    // Offline.
  }
  return ['Prices, plans and leads could not be loaded. Please reload the page.']
}
