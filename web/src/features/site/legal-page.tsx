import type { ReactNode } from 'react'
import section from '../../ui/section.module.css'
import classes from './legal-page.module.css'
import { PageBanner } from './page-banner.tsx'

interface LegalPageProps {
  title: string
  /** A summary in one or two sentences. */
  summary: string
  /** A date as text: '21 November 2026'. */
  since: string
  parts: readonly { id: string; title: string; text: ReactNode }[]
}

/** A legal page: summary, table of contents, and sections. */
export function LegalPage({ title, summary, since, parts }: LegalPageProps) {
  return (
    <>
      <PageBanner title={title} text={summary}>
        <p className={classes.since}>In force from {since}</p>
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
