import type { ReactNode } from 'react'
import section from '../../ui/section.module.css'
import { PageBanner } from './page-banner.tsx'
import classes from './text-page.module.css'

interface TextPageProps {
  title: string
  /** A summary in one or two sentences. */
  summary: string
  /** Of a legal page, a date as text: '21 November 2026'. */
  since?: string
  parts: readonly { id: string; title: string; text: ReactNode }[]
}

/** A page of text: summary, table of contents, and sections. */
export function TextPage({ title, summary, since, parts }: TextPageProps) {
  return (
    <>
      <PageBanner title={title} text={summary}>
        {since && <p className={classes.since}>In force from {since}</p>}
      </PageBanner>
      <div className={classes.page}>
        <div className={`${section.wrap} ${classes.columns}`}>
          <nav aria-label="On this page" className={classes.contents}>
            <ol>
              {parts.map(({ id, title: name }) => (
                <li key={id}>
                  <a href={`#${id}`}>{name}</a>
                </li>
              ))}
            </ol>
          </nav>
          <div className={classes.prose}>
            {parts.map(({ id, title: name, text }) => (
              <section key={id} aria-labelledby={id}>
                <h2 id={id}>{name}</h2>
                {text}
              </section>
            ))}
          </div>
        </div>
      </div>
    </>
  )
}
