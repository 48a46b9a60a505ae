import { ActionIcon, Anchor, Button } from '@mantine/core'
import {
  type ContactChannel,
  type ContactOutcome,
  contactOutcomes,
} from '@raahi/contract/pipeline-labels'
import { IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ApiError, errorWithReason } from '../../lib/api-error.ts'
import { useSingleRun } from '../../lib/use-single-run.ts'
import { notifyError, notifySuccess } from '../../ui/toast.ts'
import { FollowUpChoices } from './follow-up-choices.tsx'
import { noFollowUpText } from './follow-up-text.ts'
import classes from './outcome-question.module.css'
import { type ContactTap, closeTap, sendStoredTaps, setTapOutcome } from './public/contact-taps.ts'
import { cardQuery, readPipelineAgain, sendFollowUp, sendOutcome } from './public/pipeline.api.ts'
import { stateOfTap } from './stored-taps.ts'

/** In the order of the buttons. */
const outcomes: readonly ContactOutcome[] = ['talked', 'no-answer', 'call-later', 'wrong-number']

const questions: Record<ContactChannel, string> = {
  call: 'How did the call go?',
  whatsapp: 'How did it go on WhatsApp?',
  email: 'Did you get a reply to your email?',
}

/** Asks for the outcome of a call or message, then for the next follow-up. */
export function OutcomeQuestion({ tap }: { tap: ContactTap }) {
  const client = useQueryClient()
  const { outcome } = tap
  const { busy, run } = useSingleRun()
  const { data } = useQuery(cardQuery(tap.leadId))
  const noFollowUp = data ? noFollowUpText(data.card) : null
  const close = () => closeTap(tap.id)
  const answer = (chosen: ContactOutcome) =>
    run(async () => {
      // Shows the next question at once, before the server responds.
      setTapOutcome(tap.id, chosen)
      try {
        if (await isRecorded(tap)) await sendOutcome(tap.id, { outcome: chosen })
        void readPipelineAgain(client)
      } catch (error) {
        setTapOutcome(tap.id, null)
        notifyError(errorWithReason(error, 'The outcome could not be saved.'))
      }
    })
  const followUp = (on: string) =>
    run(async () => {
      try {
        // Stores the day in the contact log too.
        if (outcome === 'call-later')
          await sendOutcome(tap.id, { outcome: 'call-later', callLaterOn: on })
        // Fails if the lead was lost or returned meanwhile. The outcome does not set a follow-up then either.
        await sendFollowUp(tap.leadId, on)
        notifySuccess('Follow-up set.')
        close()
      } catch (error) {
        notifyError(errorWithReason(error, 'The follow-up could not be set.'))
      }
      void readPipelineAgain(client)
    })
  return (
    <section className={classes.question} aria-label="Outcome of the contact">
      <div className={classes.head}>
        <p className={classes.text} role="status">
          {outcome ? nextQuestion(outcome, noFollowUp) : `${nameOf(tap)}${questions[tap.channel]}`}
        </p>
        <ActionIcon
          className={classes.close}
          variant="subtle"
          color="ink"
          size={34}
          aria-label="Close question"
          onClick={close}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
      {outcome === null ? (
        <div className={classes.choices}>
          {outcomes.map((one) => (
            <Button key={one} variant="default" disabled={busy} onClick={() => answer(one)}>
              {contactOutcomes[one]}
            </Button>
          ))}
        </div>
      ) : outcome === 'wrong-number' ? (
        <p className={classes.hint}>
          You can ask for a replacement of this lead. Your contact log goes with the request.{' '}
          <Anchor component={Link} to="/dashboard/purchased-leads" inherit onClick={close}>
            Purchased Leads
          </Anchor>
        </p>
      ) : noFollowUp ? (
        <p className={classes.hint}>{noFollowUp}</p>
      ) : (
        <FollowUpChoices onChoose={followUp} isDisabled={busy} />
      )}
    </section>
  )
}

/**
 * Whether the server has recorded the tap.
 * @throws ApiError if the server cannot be reached; the tap stays stored and is sent later
 */
async function isRecorded({ id, userId, tried }: ContactTap): Promise<boolean> {
  await tried
  if (stateOfTap(userId, id) === 'stored') await sendStoredTaps()
  const state = stateOfTap(userId, id)
  if (state === 'stored') throw new ApiError({ code: 'NETWORK', status: 0 })
  return state === 'recorded'
}

const nameOf = ({ name }: ContactTap) => (name ? `${name}: ` : '')

function nextQuestion(outcome: ContactOutcome, noFollowUp: string | null): string {
  if (outcome === 'wrong-number') return 'Saved as a wrong number.'
  if (noFollowUp) return 'Outcome saved.'
  return outcome === 'call-later' ? 'When will you call again?' : 'When will you follow up?'
}
