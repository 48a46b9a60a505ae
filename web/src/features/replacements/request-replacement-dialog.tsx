import { Anchor, NativeSelect, Textarea } from '@mantine/core'
import { formatRupees } from '@raahi/contract/formats'
import { destinationOpen } from '@raahi/contract/lead-texts'
import type { Purchase } from '@raahi/contract/purchases'
import {
  maxReasonLength,
  replacementReasons,
  requestLeadReplacement,
} from '@raahi/contract/replacements'
import type { CheckedForm } from '../../lib/use-checked-form.ts'
import { useDiscardQuestion } from '../../ui/discard-question.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { PicturePicker } from './picture-picker.tsx'
import { useReturnRate } from './replacements.api.ts'
import { ownRateText } from './request-labels.ts'
import classes from './request-replacement-dialog.module.css'
import { SentPictures } from './sent-pictures.tsx'
import { type RequestValues, useReplacementRequest } from './use-replacement-request.ts'

const reasonOptions = [
  { value: '', label: 'Choose a reason' },
  ...Object.entries(replacementReasons).map(([value, label]) => ({ value, label })),
]
/** Leaves room for the label of the chosen reason, which precedes the text. */
const maxTextLength = maxReasonLength - 40

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
  const finish = () => {
    request.reset()
    onClose()
  }
  const request = useReplacementRequest({
    purchase,
    onDone,
    onSent: () => {
      notifySuccess(isAppeal ? 'Your appeal has been sent.' : requestLeadReplacement.message)
      finish()
    },
  })
  const { form, adding, isSent, busy } = request
  const { text, pictures } = form.values
  const isAppeal = purchase?.replacement != null
  const discard = useDiscardQuestion({
    opened,
    unsaved: opened && (isSent ? adding.isPending : text.trim() !== '' || pictures.length > 0),
    busy,
    onClose: finish,
    text: isSent
      ? 'Not all pictures have been added yet.'
      : `Your ${isAppeal ? 'appeal' : 'replacement request'} has not been sent.`,
  })
  return (
    <>
      <FormModal
        opened={opened}
        onClose={discard.close}
        title={titleOf({ isAppeal, isSent })}
        onSubmit={request.submit}
        submitLabel={isSent ? 'Try again' : isAppeal ? 'Submit appeal' : 'Submit request'}
        closeLabel={isSent ? 'Close' : 'Cancel'}
        busy={busy}
        busyLabel={isSent ? 'Adding..' : 'Submitting..'}
        error={request.failure}
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
          <RequestFields form={form} purchase={purchase} busy={busy} />
        )}
      </FormModal>
      {discard.question}
    </>
  )
}

interface RequestFieldsProps {
  form: CheckedForm<RequestValues>
  purchase: Purchase | null
  busy: boolean
}

function RequestFields({ form, purchase, busy }: RequestFieldsProps) {
  return (
    <div className={classes.fields}>
      {purchase && <Terms purchase={purchase} />}
      <NativeSelect
        label="Reason"
        withAsterisk
        data={reasonOptions}
        {...form.getInputProps('code')}
        data-autofocus
      />
      <Textarea
        label="What happened?"
        description={
          purchase?.replacement
            ? 'What has the first decision not considered? Say when you called or messaged, and what you found.'
            : 'When you called or messaged and what you found. Details help us decide faster.'
        }
        classNames={{ description: classes.description }}
        withAsterisk={form.values.code === 'other'}
        autosize
        minRows={4}
        maxRows={10}
        maxLength={maxTextLength}
        {...form.getInputProps('text')}
      />
      {purchase?.takesPictures && (
        <PicturePicker
          files={form.values.pictures}
          onChange={(files) => form.setFieldValue('pictures', files)}
          disabled={busy}
        />
      )}
    </div>
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
