import { Button, TextInput } from '@mantine/core'
import type { Quote, QuoteVersionSummary } from '@raahi/contract/quotes'
import { IconBrandWhatsapp, IconCopy, IconLink, IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { errorMessage } from '../../lib/api-error.ts'
import { copyText } from '../../lib/copy-text.ts'
import { useSingleRun } from '../../lib/use-single-run.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Panel } from '../../ui/panel.tsx'
import { notifyError, notifySuccess } from '../../ui/toast.ts'
import { whatsAppHref } from '../lead-facts/public/whats-app-href.ts'
import { useTapRecords } from '../pipeline/public/contact-taps.ts'
import { createLink, useMailQuote } from './quotes.api.ts'
import classes from './quotes.module.css'

interface ShareQuoteProps {
  quote: Quote
  present: QuoteVersionSummary
  /** The link of a version that was sent just now; null if a new link must be created on demand. */
  newLink: string | null
}

/** Shares the link to the newest version. The server does not store links, so a new link is created after a reload. */
export function ShareQuote({ quote, present, newLink }: ShareQuoteProps) {
  const [link, setLink] = useState(newLink)
  const { busy, run } = useSingleRun()
  const { lead } = quote
  const makeLink = () =>
    run(async () => {
      try {
        setLink((await createLink(quote._id)).url)
      } catch (error) {
        notifyError(errorMessage(error, 'The link could not be made.'))
      }
    })
  return (
    <Panel title="Share the quote">
      <p className={classes.text}>
        <bdi>{lead.name}</bdi> opens the link without a login, and always sees the newest version.
      </p>
      {link ? (
        <SharedLink quote={quote} link={link} title={present.title} />
      ) : (
        <BusyButton
          leftSection={<IconLink size={18} aria-hidden />}
          busy={busy}
          onClick={() => void makeLink()}
        >
          Get a link
        </BusyButton>
      )}
      <MailQuote quote={quote} present={present} />
    </Panel>
  )
}

function SharedLink({ quote, link, title }: { quote: Quote; link: string; title: string }) {
  useTapRecords()
  const { lead, agency } = quote
  const message = `Hello ${lead.name}, here is your quote: ${title}\n${link}\n${agency.agentName}, ${agency.companyName}`
  const copy = async () => {
    if (await copyText(link)) notifySuccess('Link copied.')
    else notifyError('Your browser does not allow copying. Please select the link.')
  }
  return (
    <>
      <TextInput label="Link" value={link} readOnly onFocus={(event) => event.target.select()} />
      <div className={classes.buttons} data-lead={lead._id} data-lead-name={lead.name}>
        {lead.phone && (
          <Button
            component="a"
            href={whatsAppHref(lead.phone, message)}
            target="_blank"
            rel="noopener noreferrer"
            leftSection={<IconBrandWhatsapp size={18} aria-hidden />}
            aria-label={`WhatsApp ${lead.name} (opens in a new tab)`}
          >
            WhatsApp
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconCopy size={18} aria-hidden />}
          onClick={() => void copy()}
        >
          Copy link
        </Button>
      </div>
    </>
  )
}

function MailQuote({ quote, present }: Pick<ShareQuoteProps, 'quote' | 'present'>) {
  const mail = useMailQuote()
  if (present.mailedAt) {
    return (
      <p className={classes.soft}>
        You asked Raahi to email version {present.version} <DateTime value={present.mailedAt} />.
      </p>
    )
  }
  if (!quote.lead.hasEmail) return <p className={classes.soft}>The traveller gave no email.</p>
  return (
    <div className={classes.buttons}>
      <BusyButton
        variant="default"
        leftSection={<IconMail size={18} aria-hidden />}
        busy={mail.isPending}
        onClick={() =>
          mail.mutate(quote._id, {
            onSuccess: () => notifySuccess('The quote is on its way by email.'),
            onError: (error) => notifyError(errorMessage(error, 'The email could not be sent.')),
          })
        }
      >
        {mail.isPending ? 'Sending..' : 'Send by email'}
      </BusyButton>
    </div>
  )
}
