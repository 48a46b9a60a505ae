import type { OwnEnquiry } from '@raahi/contract/own-enquiry'
import { useRef } from 'react'
import buttons from '../../../ui/plain-button.module.css'
import fields from '../../../ui/plain-fields.module.css'
import { enquiryCalls } from '../enquiry-calls.ts'
import { useTravellerCall } from '../use-traveller-call.ts'
import classes from './own-enquiry.module.css'

interface WithdrawEnquiryProps {
  token: string
  isWithAgent: boolean
  /** The enquiry that offers this trip again and is withdrawn with it; null: none. */
  offeredAgainAs: string | null
  onDone: (enquiry: OwnEnquiry) => void
  onStale: () => void
}

/** Withdraws an enquiry after a confirmation, because this cannot be undone. */
export function WithdrawEnquiry({
  token,
  isWithAgent,
  offeredAgainAs,
  onDone,
  onStale,
}: WithdrawEnquiryProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { isSending, problem, send } = useTravellerCall({ onStale })
  const withdraw = () =>
    send(
      enquiryCalls.withdrawOwnEnquiry,
      { params: { token } },
      'Your enquiry could not be withdrawn.',
      (enquiry) => {
        dialog.current?.close()
        onDone(enquiry)
      },
    )
  return (
    <>
      <button
        type="button"
        className={`${buttons.other} ${buttons.large}`}
        onClick={() => dialog.current?.showModal()}
      >
        Withdraw it
      </button>
      <dialog ref={dialog} className={classes.dialog} aria-labelledby="withdraw-title">
        <h2 id="withdraw-title" className={classes.subtitle}>
          Withdraw this enquiry?
        </h2>
        <p>
          {isWithAgent
            ? 'A travel agent already has your number. We will ask them not to contact you again.'
            : 'No travel agent will receive it, and no one will contact you about it.'}{' '}
          {offeredAgainAs && `It also withdraws ${offeredAgainAs}, unless that is closed. `}
          This cannot be undone.
        </p>
        {problem && (
          <p role="alert" className={fields.problem}>
            {problem}
          </p>
        )}
        <div className={classes.ways}>
          <button type="button" className={buttons.other} onClick={() => dialog.current?.close()}>
            Keep it
          </button>
          <button
            type="button"
            className={`${buttons.other} ${classes.danger}`}
            aria-disabled={isSending}
            onClick={withdraw}
          >
            {isSending ? 'Withdrawing…' : 'Yes, withdraw it'}
          </button>
        </div>
      </dialog>
    </>
  )
}
