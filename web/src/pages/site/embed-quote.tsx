import { useEffect, useRef } from 'react'
import type { MetaFunction } from 'react-router'
import { QuoteForm } from '../../features/enquiries/quote-form/quote-form.tsx'
import { pageMeta } from '../../features/site/site-meta.ts'
import hidden from '../../ui/visually-hidden.module.css'
import classes from './embed-quote.module.css'

export const meta: MetaFunction = () =>
  pageMeta({
    title: 'Get a quote · Raahi',
    description: 'Tell us where you want to go. One travel agent contacts you.',
    path: '/embed/quote',
    hidden: true,
  })

/** The quote form in the frame of another website (web/public/embed.js). */
export default function EmbedQuotePage() {
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (page.current) return reportHeight(page.current)
  }, [])
  return (
    // No main element and no heading of level 1: the host page has them.
    <div ref={page} className={classes.page}>
      <h2 className={hidden.hidden}>Get a quote</h2>
      <QuoteForm isEmbedded />
      <p className={classes.note}>
        This form is from <a href="/">Raahi</a>.
      </p>
    </div>
  )
}

/** Tells the host page the height of the form, whenever it changes. The script has passed the origin of the page. */
function reportHeight(page: HTMLElement): (() => void) | undefined {
  const host = decodeURIComponent(window.location.hash.slice(1))
  if (window.parent === window || !URL.canParse(host)) return
  const report = () =>
    window.parent.postMessage({ raahiFormHeight: page.offsetHeight }, new URL(host).origin)
  const observer = new ResizeObserver(report)
  observer.observe(page)
  return () => observer.disconnect()
}
