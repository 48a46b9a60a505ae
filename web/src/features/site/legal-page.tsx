import type { ReactNode } from 'react'
import section from '../../ui/section.module.css'
import classes from './legal-page.module.css'
import { PageBanner } from './page-banner.tsx'

interface LegalPageProps {
  title: string
  /** In a sentence or two, for whoever reads no further. */
  inShort: string
  /** As people write it: '21 November 2026'. */
  since: string
  parts: readonly { id: string; title: string; text: ReactNode }[]
}

/** Small print that can be read: what it says in short, where what stands, and then part by part. */
export function LegalPage({ title, inShort, since, parts }: LegalPageProps) {
  return (
    <>
      <PageBanner title={title} text={inShort}>
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
