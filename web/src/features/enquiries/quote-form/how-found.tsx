import { quoteFields } from '@raahi/contract/enquiry-form'
import { type EnquirySource, enquirySources } from '@raahi/contract/enquiry-labels'
import { useState } from 'react'
import buttons from '../../../ui/plain-button.module.css'
import fields from '../../../ui/plain-fields.module.css'
import { enquiryCalls } from '../enquiry-calls.ts'
import { useTravellerCall } from '../use-traveller-call.ts'
import classes from './quote-confirmation.module.css'

/** Asks after the form was sent how the traveller found Raahi. An answer takes one click and is optional. */
export function HowFound({ token }: { token: string }) {
  const [isDone, setDone] = useState(false)
  const { isSending, problem, send } = useTravellerCall()
  const tell = (source: EnquirySource) =>
    send(
      enquiryCalls.tellOwnSource,
      { params: { token }, body: { source } },
      'Your answer could not be saved.',
      () => setDone(true),
    )
  return (
    <section aria-labelledby="how-found">
      <h4 id="how-found" className={classes.next}>
        {quoteFields.source.label}
      </h4>
      {isDone ? (
        <p role="status">Thank you for telling us.</p>
      ) : (
        <p className={classes.sources}>
          {enquirySources.map((source) => (
            <button
              key={source}
              type="button"
              className={buttons.other}
              aria-disabled={isSending}
              onClick={() => tell(source)}
            >
              {source}
            </button>
          ))}
        </p>
      )}
      {problem && (
        <p role="alert" className={fields.problem}>
          {problem}
        </p>
      )}
    </section>
  )
}
