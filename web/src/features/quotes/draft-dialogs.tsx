import type { Quote, QuoteDraft } from '@raahi/contract/quotes'
import { useNavigate } from 'react-router'
import { ApiError, errorMessage } from '../../lib/api-error.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { MutationDialog } from '../../ui/mutation-dialog.tsx'
import { notifyError, notifySuccess } from '../../ui/toast.ts'
import type { useDiscardDraft, useSendQuote } from './quotes.api.ts'
import { forgetUnsaved } from './use-draft.ts'

interface DialogProps {
  quote: Quote
  opened: boolean
  onClose: () => void
}

/** Saves the draft and sends it. A refusal closes the dialog, because its errors are shown at the fields. */
export function SendDialog({
  quote,
  draft,
  opened,
  onClose,
  onSent,
  send,
  flush,
  onErrors,
}: DialogProps & {
  draft: QuoteDraft
  send: ReturnType<typeof useSendQuote>
  /** Saves the draft first. @returns the revision, or null if the save failed */
  flush: () => Promise<number | null>
  /** Receives the link of the version that was sent. */
  onSent: (url: string) => void
  onErrors: (errors: Record<string, string>) => void
}) {
  const isFirst = quote.versions.length === 0
  const confirm = async () => {
    const revision = await flush()
    if (revision === null) return onClose()
    send.mutate(
      { id: quote._id, revision },
      {
        onSettled: onClose,
        onSuccess: ({ link }) => {
          notifySuccess('Your quote is ready to share.')
          onSent(link.url)
        },
        onError: (error) => {
          if (error instanceof ApiError) onErrors(error.fieldErrors)
          notifyError(errorMessage(error, 'The quote could not be sent.'))
        },
      },
    )
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={isFirst ? 'Send this quote?' : `Send version ${draft.version}?`}
      confirmLabel="Send"
      busy={send.isPending}
      busyLabel="Sending.."
    >
      You get a link to share by WhatsApp or email. A sent version cannot be changed.
      {!isFirst && ' Links that you have shared show this version from now on.'}
    </ConfirmDialog>
  )
}

export function DiscardDialog({
  quote,
  opened,
  onClose,
  leaveTo,
  onDiscarded,
  discard,
}: DialogProps & {
  /** The screen after the deletion of a quote that was never sent. */
  leaveTo: string
  onDiscarded: () => void
  discard: ReturnType<typeof useDiscardDraft>
}) {
  const navigate = useNavigate()
  return (
    <MutationDialog
      opened={opened}
      onClose={onClose}
      mutation={discard}
      input={quote._id}
      doneText="Draft deleted."
      failedText="The draft could not be deleted."
      onDone={() => {
        forgetUnsaved(quote._id)
        if (quote.versions.length === 0) void navigate(leaveTo)
        else onDiscarded()
      }}
      title="Delete this draft?"
      confirmLabel="Delete draft"
      tone="danger"
      busyLabel="Deleting.."
    >
      What you typed will be lost. Sent versions stay.
    </MutationDialog>
  )
}
