import { Anchor, NativeSelect, Textarea } from '@mantine/core'
import { formatRupees } from '@raahi/contract/formats'
import { destinationOpen } from '@raahi/contract/lead-texts'
import type { Purchase } from '@raahi/contract/purchases'
import {
  formatReplacementReason,
  maxReasonLength,
  type ReplacementReason,
  reasonRequired,
  replacementReasons,
  requestLeadReplacement,
} from '@raahi/contract/replacements'
import { type FormEvent, useRef, useState } from 'react'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useSession } from '../../lib/session.ts'
import { useDiscardQuestion } from '../../ui/discard-question.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { PicturePicker } from './picture-picker.tsx'
import { useAddPictures } from './pictures.api.ts'
import { useRequestReplacement, useReturnRate } from './replacements.api.ts'
import { requestFailureText } from './request-failure.ts'
import { ownRateText } from './request-labels.ts'
import classes from './request-replacement-dialog.module.css'
import { SentPictures } from './sent-pictures.tsx'

const reasonOptions = [
  { value: '', label: 'Choose a reason' },
  ...Object.entries(replacementReasons).map(([value, label]) => ({ value, label })),
]
/** Leaves room for the label of the chosen reason, which precedes the text. */
const maxTextLength = maxReasonLength - 40

type Errors = { choice?: string | undefined; text?: string | undefined; form?: string | undefined }

interface RequestReplacementDialogProps {
  /** The purchase to return; null before the first one was chosen. */
  purchase: Purchase | null
  opened: boolean
  onClose: () => void
  /** Called before the purchases are refetched. */
  onDone: () => void
}

/** The form of a replacement request: a reason from the list, and a description by the agent. */
export default function RequestReplacementDialog({
  purchase,
  opened,
  onClose,
  onDone,
}: RequestReplacementDialogProps) {
  const [choice, setChoice] = useState<ReplacementReason | ''>('')
  const [text, setText] = useState('')
  const [pictures, setPictures] = useState<File[]>([])
  const [requestId, setRequestId] = useState<string | null>(null)
  const [errors, setErrors] = useState<Errors>({})
  const choiceField = useRef<HTMLSelectElement>(null)
  const textField = useRef<HTMLTextAreaElement>(null)
  const user = useSession((state) => state.user)
  const request = useRequestReplacement()
  const adding = useAddPictures()

  const isAppeal = purchase?.replacement != null
  const isSent = requestId !== null
  const busy = request.isPending || adding.isPending
  const finish = () => {
    setChoice('')
    setText('')
    setPictures([])
    setErrors({})
    setRequestId(null)
    request.reset()
    adding.reset()
    onClose()
  }
  const succeed = () => {
    notifySuccess(isAppeal ? 'Your appeal has been sent.' : requestLeadReplacement.message)
    finish()
  }
  const addPictures = (id: string, files: readonly File[]) =>
    adding.mutate(
      { requestId: id, files },
      {
        onSuccess: (failures) => {
          setPictures(failures.map(({ file }) => file))
          if (failures.length === 0) succeed()
        },
      },
    )
  const discard = useDiscardQuestion({
    opened,
    unsaved: opened && (isSent ? adding.isPending : text.trim() !== '' || pictures.length > 0),
    busy,
    onClose: finish,
    text: isSent
      ? 'Not all pictures have been added yet.'
      : `Your ${isAppeal ? 'appeal' : 'replacement request'} has not been sent.`,
  })
  const show = (found: Errors) => {
    setErrors(found)
    const first = found.choice ? choiceField : found.text ? textField : undefined
    first?.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (requestId !== null) return addPictures(requestId, pictures)
    if (!purchase) return
    if (!user) return show({ form: 'Please log in to request a lead replacement.' })
    const found = faultsOf(purchase.lead._id, choice, text)
    show(found)
    if (choice === '' || Object.values(found).some(Boolean)) return
    const body = {
      leadId: purchase.lead._id,
      reason: formatReplacementReason({ code: choice, text: text.trim() }),
    }
    onDone()
    request.mutate(body, {
      onSuccess: ({ _id, status }) => {
        // A check may have approved the request at once.
        if (status !== 'pending' || pictures.length === 0) return succeed()
        setRequestId(_id)
        addPictures(_id, pictures)
      },
      onError: (error) => show({ form: requestFailureText(error) }),
    })
  }

  return (
    <>
      <FormModal
        opened={opened}
        onClose={discard.close}
        title={titleOf({ isAppeal, isSent })}
        onSubmit={submit}
        submitLabel={isSent ? 'Try again' : isAppeal ? 'Submit appeal' : 'Submit request'}
        closeLabel={isSent ? 'Close' : 'Cancel'}
        busy={busy}
        busyLabel={isSent ? 'Adding..' : 'Submitting..'}
        error={errors.form}
        size="34rem"
      >
        {isSent ? (
          <SentPictures
            sent={isAppeal ? 'appeal' : 'request'}
            progress={
              adding.isPending || !adding.data ? { at: adding.at, count: pictures.length } : null
            }
            failures={adding.data ?? []}
          />
        ) : (
          <div className={classes.fields}>
            {purchase && <Terms purchase={purchase} />}
            <NativeSelect
              ref={choiceField}
              label="Reason"
              withAsterisk
              data={reasonOptions}
              value={choice}
              onChange={({ currentTarget: { value } }) => {
                setChoice(value as ReplacementReason | '')
                setErrors({})
              }}
              error={errors.choice}
              data-autofocus
            />
            <Textarea
              ref={textField}
              label="What happened?"
              description={
                isAppeal
                  ? 'What has the first decision not considered? Say when you called or messaged, and what you found.'
                  : 'When you called or messaged and what you found. Details help us decide faster.'
              }
              classNames={{ description: classes.description }}
              withAsterisk={choice === 'other'}
              autosize
              minRows={4}
              maxRows={10}
              maxLength={maxTextLength}
              value={text}
              onChange={({ currentTarget: { value } }) => {
                setText(value)
                setErrors((present) => ({ ...present, text: undefined, form: undefined }))
              }}
              error={errors.text}
            />
            {purchase?.takesPictures && (
              <PicturePicker files={pictures} onChange={setPictures} disabled={busy} />
            )}
          </div>
        )}
      </FormModal>
      {discard.question}
    </>
  )
}

function titleOf({ isAppeal, isSent }: { isAppeal: boolean; isSent: boolean }): string {
  if (isSent) return isAppeal ? 'Appeal sent' : 'Request sent'
  return isAppeal ? 'Appeal' : 'Request Replacement'
}

/** The lead of the request, and what an approval returns. */
function Terms({ purchase }: { purchase: Purchase }) {
  const { lead, planName, cost, replacement } = purchase
  return (
    <div className={classes.terms}>
      <p className={classes.lead}>
        <bdi>{lead.name}</bdi>, <bdi>{lead.destination ?? destinationOpen.toLowerCase()}</bdi>{' '}
        <span className={classes.number}>({lead.leadId})</span>
      </p>
      <p>
        {planName !== null
          ? `If we approve it, the lead goes back to your ${planName} plan. If the plan has ended, its share of the price goes to your wallet.`
          : `If we approve it, ${formatRupees(cost)} will be refunded to your wallet.`}
        {replacement &&
          ' This is your one appeal. A different member of our team reviews it. If our team has only one admin, the same person reviews it, and we say so.'}
      </p>
      <Rate leadId={lead._id} />
      <p>
        <Anchor href="/returns" target="_blank" rel="noopener">
          How returns are decided
        </Anchor>
      </p>
    </div>
  )
}

/** The agent's return rate. The form does not wait for it. */
function Rate({ leadId }: { leadId: string }) {
  const { rate } = useReturnRate(leadId).data ?? {}
  return rate ? <p className={classes.rate}>{ownRateText(rate)}</p> : null
}

/** All errors, each under its field. An error of the lead id, which has no field, is shown below the form. */
function faultsOf(leadId: string, choice: ReplacementReason | '', text: string): Errors {
  if (choice === '') return { choice: reasonRequired }
  if (choice === 'other' && text.trim() === '') return { text: reasonRequired }
  const faults = fieldErrorsOf(requestLeadReplacement.body, {
    leadId,
    reason: formatReplacementReason({ code: choice, text: text.trim() }),
  })
  return { text: faults.reason, form: faults.leadId }
}
