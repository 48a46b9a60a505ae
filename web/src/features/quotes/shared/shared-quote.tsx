import { formatDay, formatPhone } from '@raahi/contract/formats'
import type { SharedQuote as Shared } from '@raahi/contract/quotes'
import { useEffect, useState } from 'react'
import { errorMessage } from '../../../lib/api-error.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { useSingleRun } from '../../../lib/use-single-run.ts'
import buttons from '../../../ui/plain-button.module.css'
import { AmountList } from './amount-list.tsx'
import { AnswerQuote } from './answer-quote.tsx'
import classes from './shared-quote.module.css'
import { sharedQuoteCalls } from './shared-quote-calls.ts'
import { fetchSharedFile } from './use-shared-quote.ts'

interface SharedQuoteProps {
  shared: Shared
  secret: string
  /** Called if a newer version may exist, or if the link may no longer work. */
  onStale: () => void
}

/** A quote for its traveller. */
export function SharedQuote({ shared, secret, onStale }: SharedQuoteProps) {
  const { quote, agency } = shared
  if (!quote) {
    return (
      <article className={classes.sheet}>
        <Agency shared={shared} secret={secret} />
        <h1 className={classes.title}>This quote is no longer valid</h1>
        <p className={classes.text}>
          It was valid until {formatDay(shared.validUntil)}. Please ask{' '}
          <bdi>{agency.agentName}</bdi> for a new one.
        </p>
      </article>
    )
  }
  return (
    <article className={classes.sheet}>
      <Agency shared={shared} secret={secret} />
      <h1 className={classes.title}>
        <bdi>{quote.title}</bdi>
      </h1>
      <div className={classes.price}>
        <AmountList amounts={quote} />
      </div>
      <p className={classes.soft}>Valid until {formatDay(shared.validUntil)}</p>
      <AnswerQuote shared={shared} secret={secret} onStale={onStale}>
        <Download secret={secret} />
      </AnswerQuote>
      <section className={classes.part} aria-label="Day by day">
        <h2>Day by day</h2>
        <ol className={classes.days}>
          {quote.days.map(({ title, text }, at) => (
            <li key={at}>
              <h3>
                <span>Day {at + 1}</span> <bdi>{title}</bdi>
              </h3>
              <Text text={text} />
            </li>
          ))}
        </ol>
      </section>
      <Part title="Included" text={quote.inclusions} />
      <Part title="Not included" text={quote.exclusions} />
      <Part title="Terms" text={quote.terms} />
    </article>
  )
}

function Part({ title, text }: { title: string; text: string }) {
  if (text === '') return null
  return (
    <section className={classes.part} aria-label={title}>
      <h2>{title}</h2>
      <Text text={text} />
    </section>
  )
}

function Text({ text }: { text: string }) {
  return text === '' ? null : (
    <p className={classes.text} dir="auto">
      {text}
    </p>
  )
}

function Agency({ shared: { agency }, secret }: { shared: Shared; secret: string }) {
  const logo = useLogo(agency.hasLogo ? secret : null)
  return (
    <header className={classes.agency}>
      {logo && <img src={logo} alt={`Logo of ${agency.companyName}`} />}
      <strong>
        <bdi>{agency.companyName}</bdi>
      </strong>
      <p className={classes.soft}>
        Your travel agent: <bdi>{agency.agentName}</bdi>
      </p>
      {agency.phone && <a href={`tel:${agency.phone}`}>{formatPhone(agency.phone)}</a>}
      <a href={`mailto:${agency.email}`}>{agency.email}</a>
      {agency.address && (
        <p className={classes.soft}>
          <bdi>{agency.address}</bdi>
        </p>
      )}
      {agency.gstin && <p className={classes.soft}>GSTIN {agency.gstin}</p>}
    </header>
  )
}

/** The logo as an object URL; null while it is missing, and the page then shows only the name. */
function useLogo(secret: string | null): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (secret === null) return
    let created: string | null = null
    let isUnmounted = false
    fetchSharedFile(sharedQuoteCalls.getSharedQuoteLogo, secret).then(
      (logo) => {
        if (isUnmounted) return
        created = URL.createObjectURL(logo)
        setAddress(created)
      },
      () => {},
    )
    return () => {
      isUnmounted = true
      if (created) URL.revokeObjectURL(created)
    }
  }, [secret])
  return address
}

function Download({ secret }: { secret: string }) {
  const [problem, setProblem] = useState('')
  const { busy, run } = useSingleRun()
  const download = async () => {
    setProblem('')
    try {
      const pdf = await fetchSharedFile(sharedQuoteCalls.getSharedQuotePdf, secret)
      saveFile(pdf, 'quote.pdf')
    } catch (error) {
      setProblem(errorMessage(error, 'The PDF could not be downloaded.'))
    }
  }
  return (
    <>
      <button
        type="button"
        className={buttons.other}
        aria-disabled={busy}
        onClick={() => void run(download)}
      >
        {busy ? 'Downloading…' : 'Download PDF'}
      </button>
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </>
  )
}
